import { readFileSync, statSync } from 'node:fs';
import { canProduceTitle, type TestCall, parseTestCalls, type WrittenTitle } from './test-calls.ts';
import { isErrno } from '../text/unknown-value.ts';

/** A test as the framework reports it. */
export interface TitledTest {
  titlePath: readonly string[];
  /** Whether `each` defined the test. Undefined if the framework does not report it. */
  isEach: boolean | undefined;
}

/**
 * The line of each test of one file, read from its source, in the order of the tests. Frameworks can report lines
 * themselves, but need a stack for every test to do so. A test has a line if exactly one call can have defined it.
 * Otherwise its line is undefined, as for two tests with the same title.
 */
export function findTestLines(
  source: string,
  tests: readonly TitledTest[],
): (number | undefined)[] {
  const calls = parseTestCalls(source) ?? [];
  const named = groupCallsByTitle(
    calls.filter(({ path, isEach }) => !isEach && isLiteral(path.at(-1))),
  );
  const filledIn = calls.filter(({ path, isEach }) => isEach || !isLiteral(path.at(-1)));
  const counts = new Map<string, number>();
  const identities = tests.map(({ titlePath }) => JSON.stringify(titlePath));
  for (const identity of identities) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  return tests.map((test, index) => {
    const own = named.get(test.titlePath.at(-1) ?? '') ?? [];
    const literal = test.isEach ? [] : own.filter((call) => hasFittingTitles(test, call));
    if (literal.length > 0) {
      const isOne = literal.length === 1 && counts.get(identities[index] ?? '') === 1;
      return isOne ? literal[0]?.line : undefined;
    }
    const possible = filledIn.filter(
      (call) => (test.isEach ?? call.isEach) === call.isEach && hasFittingTitles(test, call),
    );
    const [only] = possible;
    return possible.length === 1 && (test.isEach || isTelling(only)) ? only?.line : undefined;
  });
}

function groupCallsByTitle(calls: readonly TestCall[]): Map<string, TestCall[]> {
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

function hasFittingTitles({ titlePath }: TitledTest, { path }: TestCall): boolean {
  return (
    path.length === titlePath.length &&
    path.every((written, index) => canProduceTitle(titlePath[index] ?? '', written))
  );
}

/** Whether the title has enough fixed text to distinguish it from titles that a helper defines. */
function isTelling(call: TestCall | undefined): boolean {
  return (call?.path.at(-1)?.join('').trim().length ?? 0) >= TELLING_CHARACTERS;
}

const TELLING_CHARACTERS = 4;

/**
 * The source of a test file. Undefined if it may differ from the source that ran: the file changed after
 * `startedAt`, or is on another machine. Also undefined if the file is too large.
 */
export function readSourceAsRun(path: string, startedAt: Date): string | undefined {
  try {
    const { size, mtime } = statSync(path);
    return size > LARGEST_BYTES || mtime > startedAt ? undefined : readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error)) return undefined;
    throw error;
  }
}

// Larger files are generated.
const LARGEST_BYTES = 2 * 1024 * 1024;
