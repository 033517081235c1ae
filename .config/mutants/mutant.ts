/** A small fault that a developer could introduce by mistake. */
export interface Mutant {
  /** The effect that a user would see, as a sentence. Unique. */
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  tests: MutantTests;
  /** True if the tests are known not to catch it. */
  survives?: true;
}

/** The tests of the capability that the fault breaks. */
export interface MutantTests {
  /** `browser` are those of Playwright, `vitest` all others. */
  runner: 'vitest' | 'browser';
  /** Parts of paths. */
  paths: string[];
}

export function vitest(...paths: string[]): MutantTests {
  return { runner: 'vitest', paths };
}

export function browser(...paths: string[]): MutantTests {
  return { runner: 'browser', paths };
}

/** The source with the fault; null unless it has the text exactly once. */
export function mutate(source: string, { find, replace }: Mutant): string | null {
  const at = source.indexOf(find);
  if (at === -1 || source.includes(find, at + 1)) return null;
  return source.slice(0, at) + replace + source.slice(at + find.length);
}

/** The package of a mutant, such as `packages/cli`. */
export function packageOf({ file }: Pick<Mutant, 'file'>): string {
  return file.split('/', 2).join('/');
}
