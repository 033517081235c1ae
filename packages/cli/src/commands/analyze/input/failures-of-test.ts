import type { FailureVerdict } from '@svc/contract/analysis/verdicts';

/** The titles of tests from the outermost group to the own one, by test id. At most 100 ids are asked for. */
export type TitlePathsOf = (testIds: string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/**
 * The failures of the test that was typed: by its id or the first digits of it, its whole title, its title with its
 * groups, or a part of its title. Words with a group are no part of a title.
 */
export async function filterFailuresOfTest(
  failures: readonly FailureVerdict[],
  typed: string,
  titlePathsOf: TitlePathsOf,
): Promise<FailureVerdict[]> {
  const word = normalizeTitle(typed);
  if (word === '') return [];
  const ofId = failures.filter(
    ({ testId }) => /^[0-9a-f]{4,32}$/.test(word) && testId?.startsWith(word) === true,
  );
  if (ofId.length > 0) return ofId;
  const ofTitle = failures.filter(({ title }) => normalizeTitle(title) === word);
  if (ofTitle.length > 0) return ofTitle;
  const ofGroup = failures.filter(({ title }) => word.endsWith(SEPARATOR + normalizeTitle(title)));
  if (ofGroup.length > 0) return filterByGroup(ofGroup, word, titlePathsOf);
  if (word.includes(SEPARATOR)) return [];
  return failures.filter(({ title }) => normalizeTitle(title).includes(word));
}

const SEPARATOR = ' › ';

// More tests with one title are named for the user to choose.
const MOST_TESTS = 100;

/** An analysis knows no groups: the server is asked for those of the tests whose title was typed. */
async function filterByGroup(
  failures: readonly FailureVerdict[],
  word: string,
  titlePathsOf: TitlePathsOf,
): Promise<FailureVerdict[]> {
  const ids = [...new Set(failures.flatMap(({ testId }) => testId ?? []))];
  if (ids.length > MOST_TESTS) return [...failures];
  const paths = ids.length === 0 ? undefined : await titlePathsOf(ids);
  return failures.filter(({ testId, file }) => {
    const path = paths?.get(testId ?? '');
    return path !== undefined && isTyped(word, normalizeTitle(path.join(SEPARATOR)), file);
  });
}

/** Frameworks print the file before the titles: `[chromium] › e2e/cart.spec.ts:3:1 › cart › adds up`. */
function isTyped(word: string, path: string, file: string | null): boolean {
  if (path === word || path.endsWith(SEPARATOR + word)) return true;
  const name = file?.split('/').at(-1)?.toLowerCase();
  const before = word.endsWith(SEPARATOR + path) ? word.slice(0, -path.length) : '';
  return name !== undefined && before.includes(name);
}

function normalizeTitle(text: string): string {
  return text.trim().toLowerCase().replaceAll(' > ', SEPARATOR);
}
