/** Whose code a frame is in. */
export type Owner = 'test' | 'product' | 'library';

export interface Frame {
  owner: Owner;
  path: string;
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

const LINES = 60;

/** The frames that matter. `file` is the test's own file, which is test code whatever its name. */
export function framesOf(stack: string, file?: string): Frames {
  const frames: Frame[] = [];
  for (const line of stack.split('\n', LINES)) {
    const path = pathIn(line);
    if (path !== null) frames.push({ owner: ownerOf(path, file), path, line: line.trim() });
  }
  const own = frames.filter(({ owner }) => owner !== 'library');
  return {
    own,
    first: own[0] ?? null,
    product: own.find(({ owner }) => owner === 'product') ?? null,
  };
}

// `src/cart.ts:12:5`, `cart.py", line 12`, `Cart.java:12`.
const PATH =
  /(?:file:\/\/\/?|[A-Z]:)?[\w@$.~+<>\-/\\[\]]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte|py|java|kt|scala|go|rb|rs|cs|php|swift|dart|ex|exs)(?=:\d|", line \d|\(\d|\b)/;
const JAVA_CLASS = /at ([\w$.]{1,300})\.[\w$<>]{1,100}\(([\w$]{1,100}\.(?:java|kt|scala)):?/;

function pathIn(line: string): string | null {
  const java = JAVA_CLASS.exec(line);
  if (java !== null) return `${(java[1] ?? '').replaceAll('.', '/')}.java`;
  return PATH.exec(line)?.[0] ?? null;
}

const LIBRARY =
  /node_modules|node:|internal\/|site-packages|dist-packages|\/lib\/python|\.cargo\/|\/rustc\/|\/usr\/lib|^(?:java|javax|jdk|sun|kotlin|scala|org\/junit|junit|org\/mockito|org\/hamcrest|org\/assertj|org\/testng|org\/gradle|org\/apache\/maven)\/|\.pnpm|\.yarn|\/gems\/|vendor\/|webpack\/|cypress_runner|__cypress|testing-library|^(?:module|timers|events|util|assert|net|fs|path|stream|bootstrap_node|_http_client|_http_server|async_hooks)\.js/;
const TEST =
  /(?:^|[/\\])(?:__tests__|__mocks__|tests?|specs?|e2e|integration[-_]tests?|cypress|playwright|acceptance|features)[/\\]|[._-](?:test|tests|spec|specs|e2e|it|cy)\.|(?:^|[/\\])(?:test_|conftest)|_test\.|(?:Tests?|IT|Spec|Specs)\.(?:java|kt|scala|cs|swift|php)|(?:^|[/\\])tests?\.(?:py|rs|[cm]?[jt]sx?)$|_tests?\.rs$|[\w]Tests?\$?\w{0,40}\.java/;

function ownerOf(path: string, file: string | undefined): Owner {
  if (LIBRARY.test(path)) return 'library';
  if (TEST.test(path) || (file !== undefined && file !== '' && path.endsWith(file))) return 'test';
  return 'product';
}
