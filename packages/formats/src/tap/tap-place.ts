/** Where a test is: TAP has only titles, and tools write files into them. */
export interface TapPlace {
  file: string | undefined;
  titlePath: string[];
}

/** Reads `[cart.test.js, cart, adds up]`, and Vitest's `cart.test.ts > cart > adds up`. */
export function parseTapPlace(titles: readonly string[]): TapPlace {
  const [first = '', ...rest] = titles;
  if (isPath(first) && rest.length > 0) {
    return { file: first, titlePath: rest };
  }
  const parts = first.split(' > ');
  const [path = '', ...inside] = parts;
  if (inside.length > 0 && isPath(path)) {
    return { file: path, titlePath: [...inside, ...rest] };
  }
  return { file: undefined, titlePath: [...titles] };
}

/** Whether a title is the path of a test file. */
export function isPath(title: string): boolean {
  if (title.length > LONGEST_PATH || !/^[^\s()]+$/.test(title)) return false;
  // Titles may end like a file, such as `Node.js`.
  return SCRIPT.test(title) && (/[\\/]/.test(title) || /[._-](?:test|spec)s?\./.test(title));
}

const LONGEST_PATH = 500;
const SCRIPT = /\.(?:[cm]?[jt]sx?|t|bats|pl|py|rb|php|sh|sql|lua|coffee)$/;
