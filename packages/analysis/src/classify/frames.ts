import { repositoryName } from '../fingerprint/stack/repository-root.ts';
import { frameIn } from '../fingerprint/stack/stack-frame-line.ts';
import { isForeign, repositoryPath } from '../fingerprint/stack/stack-frame-path.ts';

/** Whose code a frame is in. */
export type Owner = 'test' | 'product' | 'library';

export interface Frame {
  owner: Owner;
  /** Relative to the repository's root where that is known. Java's has the package as folders. */
  path: string;
  /** From 1; null where the stack does not say. */
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
  /** The test's own file, which is test code whatever its name. */
  file?: string | undefined;
  /** The repository's name or address. It helps to find the repository's root in a path. */
  repository?: string | undefined;
}

const LINES = 100;

/** The frames that matter. A stack of Python begins with the outermost call, all others with the innermost. */
export function framesOf(stack: string, { file = '', repository = '' }: FrameHints = {}): Frames {
  const hints = { repository: repositoryName(repository), known: file };
  const frames = stack.split('\n', LINES).flatMap((line): Frame[] => {
    const place = frameIn(line) ?? looseFrame(line);
    if (place === undefined) return [];
    const path = repositoryPath(place.file, hints);
    const owner = isLibrary(place.file) ? 'library' : isTest(path, file) ? 'test' : 'product';
    return [{ owner, path, lineNumber: lineNumberIn(line), line: line.trim() }];
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

function looseFrame(line: string): { file: string } | undefined {
  const found = PATH.exec(line.slice(0, 1_000));
  return found === null ? undefined : { file: found[0] };
}

function lineNumberIn(line: string): number | null {
  const found =
    /(?:", line |:line )(\d{1,9})/.exec(line) ?? /:(\d{1,9})(?::\d{1,9})?(?=[\s)]|$)/.exec(line);
  return found === null ? null : Number(found[1]);
}

// What stands between the tests and the code under test.
const TOOLS = /webpack\/(?:bootstrap|runtime)|testing-library|\/vendor\/|^vendor\//;

function isLibrary(file: string): boolean {
  return isForeign(file) || TOOLS.test(file.replaceAll('\\', '/'));
}

const TEST =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|integration[-_]tests?|cypress|playwright|acceptance)\/|[._-](?:test|tests|spec|specs|e2e|cy)\.\w{1,6}$|(?:^|\/)(?:test_[^/]{1,100}|conftest)\.py$|_tests?\.\w{1,4}$|(?:Tests?|IT|Specs?)\.(?:java|kt|scala|groovy|cs|swift|php)$|(?:^|\/)tests?\.(?:py|rs|[cm]?[jt]sx?)$|\.feature$/;

function isTest(path: string, file: string): boolean {
  return TEST.test(path) || (file !== '' && (path === file || file.endsWith(`/${path}`)));
}

const JAVA = /\.(?:java|kt|scala|groovy)$/;

/**
 * Takes what a Java stack has of other people's packages for libraries: code of the product shares the first two names
 * of its package with the test's.
 */
function withoutForeignPackages(frames: readonly Frame[]): readonly Frame[] {
  const own = new Set(
    frames.flatMap(({ owner, path }) =>
      owner === 'test' && JAVA.test(path) ? [packageOf(path)] : [],
    ),
  );
  if (own.size === 0) return frames;
  return frames.map((frame) =>
    frame.owner === 'product' && JAVA.test(frame.path) && !own.has(packageOf(frame.path))
      ? { ...frame, owner: 'library' }
      : frame,
  );
}

function packageOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('.');
}
