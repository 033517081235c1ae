import { fitsTitle, type TestCall, testCalls, type WrittenTitle } from './test-calls.ts';

/** A test as the framework knows it. */
export interface TitledTest {
  titlePath: readonly string[];
  /** Whether `each` defined it, with a table; undefined where the framework does not tell. */
  isEach: boolean | undefined;
}

/**
 * The line of each test of one file, read from its source, in the order of the tests; undefined for a
 * test of which that is not sure. Frameworks note lines only at a price: a stack for every test.
 * A test has a line where exactly one call can have defined it; two of the same title have none.
 */
export function testLines(source: string, tests: readonly TitledTest[]): (number | undefined)[] {
  const calls = testCalls(source) ?? [];
  const named = callsByTitle(calls.filter(({ path, isEach }) => !isEach && isLiteral(path.at(-1))));
  const filledIn = calls.filter(({ path, isEach }) => isEach || !isLiteral(path.at(-1)));
  const counts = new Map<string, number>();
  const identities = tests.map(({ titlePath }) => JSON.stringify(titlePath));
  for (const identity of identities) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  return tests.map((test, index) => {
    const own = named.get(test.titlePath.at(-1) ?? '') ?? [];
    const literal = test.isEach ? [] : own.filter((call) => fits(test, call));
    if (literal.length > 0) {
      const isOne = literal.length === 1 && counts.get(identities[index] ?? '') === 1;
      return isOne ? literal[0]?.line : undefined;
    }
    const possible = filledIn.filter(
      (call) => (test.isEach ?? call.isEach) === call.isEach && fits(test, call),
    );
    const [only] = possible;
    return possible.length === 1 && (test.isEach || isTelling(only)) ? only?.line : undefined;
  });
}

function callsByTitle(calls: readonly TestCall[]): Map<string, TestCall[]> {
  const byTitle = new Map<string, TestCall[]>();
  for (const call of calls) {
    const title = call.path.at(-1)?.[0] ?? '';
    byTitle.set(title, [...(byTitle.get(title) ?? []), call]);
  }
  return byTitle;
}

function isLiteral(title: WrittenTitle | undefined): boolean {
  return title?.length === 1;
}

function fits({ titlePath }: TitledTest, { path }: TestCall): boolean {
  return (
    path.length === titlePath.length &&
    path.every((written, index) => fitsTitle(titlePath[index] ?? '', written))
  );
}

/** Whether its title holds enough text of its own to be told from one that a helper defines. */
function isTelling(call: TestCall | undefined): boolean {
  return (call?.path.at(-1)?.join('').trim().length ?? 0) >= TELLING_CHARACTERS;
}

const TELLING_CHARACTERS = 4;
