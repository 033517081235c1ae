import { parseRepositoryName } from '../fingerprint/stack/repository-root.ts';
import { parseFrame } from '../fingerprint/stack/stack-frame-line.ts';
import {
  isForeign,
  toPortablePath,
  toRepositoryPath,
} from '../fingerprint/stack/stack-frame-path.ts';

/** The owner of a frame's code. */
export type Owner = 'test' | 'product' | 'library';

export interface Frame {
  owner: Owner;
  /** Relative to the repository's root, or a guess. Java's has the package as folders. */
  path: string;
  /** Whether the path is a guess, because the root is not known. */
  isGuess: boolean;
  /** The file as the stack has it. */
  file: string;
  /** Whether it is the test's own file, or one that its name makes a test. */
  isTestFile: boolean;
  /** Line number from 1; null if the stack has none. */
  lineNumber: number | null;
  /** The frame's line in the stack. */
  line: string;
}

export interface Frames {
  /** Frames that are in no library, the innermost first. */
  own: readonly Frame[];
  /** The first frame that is in no library; null without. */
  first: Frame | null;
  /** The first frame in product code. */
  product: Frame | null;
}

export interface FrameHints {
  /** The test's own file, which is test code regardless of its name. */
  file?: string | undefined;
  /** The repository's name or address. It helps to find the repository's root in a path. */
  repository?: string | undefined;
}

const LINES = 100;

/** The frames that matter. A stack of Python begins with the outermost call, all others with the innermost. */
export function parseFrames(
  stack: string,
  { file = '', repository = '' }: FrameHints = {},
): Frames {
  const hints = { repository: parseRepositoryName(repository), known: file };
  const frames = stack.split('\n', LINES).flatMap((line): Frame[] => {
    const place = parseFrame(line) ?? parseLooseFrame(line);
    if (place === undefined) return [];
    const path = toRepositoryPath(place.file, hints);
    const isTestFile = isOwnFile(path, file) || TEST_FILE.test(path);
    const isTest = isTestFile || TEST_FOLDER.test(path);
    return [
      {
        owner: isLibrary(place.file) ? 'library' : isTest ? 'test' : 'product',
        path,
        isGuess: !isOwnFile(path, file) && isAbsolute(toPortablePath(place.file, hints.repository)),
        file: place.file,
        isTestFile,
        lineNumber: parseLineNumber(line),
        line: line.trim(),
      },
    ];
  });
  if (frames.some(({ path }) => path.endsWith('.py'))) frames.reverse();
  const own = withoutForeignPackages(frames).filter(({ owner }) => owner !== 'library');
  return {
    own,
    first: own[0] ?? null,
    product: own.find(({ owner }) => owner === 'product') ?? null,
  };
}

// People and loggers paste frames in many forms: `→ cart.ts:12`, `# ./cart.rb:12`.
const PATH =
  /(?:[A-Z]:)?[\w@$.~+<>\-/\\[\]]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte|py|kt|scala|go|rb|rs|cs|php|swift|dart|exs?)(?=:\d)/;

function parseLooseFrame(line: string): { file: string } | undefined {
  // Quick check: in a line without a line number, the pattern would search from each character.
  if (!/\.\w{1,6}:\d/.test(line)) return undefined;
  const found = PATH.exec(line.slice(0, 1_000));
  return found === null ? undefined : { file: found[0] };
}

function parseLineNumber(line: string): number | null {
  const found =
    /(?:", line |:line )(\d{1,9})/.exec(line) ?? /:(\d{1,9})(?::\d{1,9})?(?=[\s)]|$)/.exec(line);
  return found === null ? null : Number(found[1]);
}

// Names of code between the tests and the code under test.
const TOOLS =
  /webpack\/(?:bootstrap|runtime)|testing-library|(?:^|\/)vendor\/[^\n]{1,300}\.(?:go|php|rb)$/;

function isLibrary(file: string): boolean {
  return isForeign(file) || TOOLS.test(file.replaceAll('\\', '/'));
}

const TEST_FOLDER =
  /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|fixtures|test-(?:utils|helpers|support)|tests?|specs?|e2e|integration[-_]tests?|cypress|playwright|acceptance)\//;
const TEST_FILE =
  /[._-](?:test|tests|spec|specs|e2e|cy)\.\w{1,6}$|(?:^|\/)(?:test_[^/]{1,100}|conftest)\.py$|_tests?\.\w{1,4}$|(?:Tests?|IT|Specs?)\.(?:java|kt|scala|groovy|cs|swift|php)$|(?:^|\/)tests?\.(?:py|rs|[cm]?[jt]sx?)$|\.feature$|(?:^|\/)(?:(?:vitest|jest)[.-]setup|setup-?[tT]ests?|test-?(?:utils|helpers|setup))\.[cm]?[jt]sx?$/;

function isOwnFile(path: string, file: string): boolean {
  return file !== '' && (path === file || file.endsWith(`/${path}`));
}

function isAbsolute(path: string): boolean {
  return /^(?:[~/]|[A-Za-z]:)/.test(path);
}

const JAVA = /\.(?:java|kt|scala|groovy)$/;

/**
 * Marks frames of foreign packages in a Java stack as libraries. Code of the product shares the first name of its
 * package with the test's, or two names after a public one (`com.acme`). Leaves the frames unchanged if the stack has
 * no such code.
 */
function withoutForeignPackages(frames: readonly Frame[]): readonly Frame[] {
  const own = new Set(
    frames.flatMap(({ owner, path }) =>
      owner === 'test' && JAVA.test(path) ? [packageOf(path)] : [],
    ),
  );
  const isOther = ({ owner, path }: Frame) => owner === 'product' && JAVA.test(path);
  const isOwn = ({ path }: Frame) => own.has(packageOf(path));
  if (!frames.some((frame) => isOther(frame) && isOwn(frame))) return frames;
  return frames.map((frame) =>
    isOther(frame) && !isOwn(frame) ? { ...frame, owner: 'library' } : frame,
  );
}

const PUBLIC = /^(?:com|org|net|io|dev|app|me|co|eu|edu|gov|info|[a-z]{2})$/;

function packageOf(path: string): string {
  const names = path.split('/').slice(0, -1);
  return names.slice(0, PUBLIC.test(names[0] ?? '') ? 2 : 1).join('.');
}
