import { formatCount } from '@svc/contract/zod-free/amounts';
import { rankLabel } from '@svc/analysis/verdicts/verdict-label';
import type { AttentionItem } from '@svc/contract/history/attention';
import type { Scope } from '../../db/scope.ts';
import type { Counted } from '../../history/used-source.queries.ts';
import type { TestSince } from '../../history/described-tests.queries.ts';
import { shortenLine } from './texts.ts';
import type { SharedLabel } from '../../analyses/index.ts';

/** The limit over all kinds. */
export const MAX_ITEMS = 20;

/** The input of the functions that find items. */
export interface Asked {
  scope: Scope;
  /** Undefined: all projects. */
  project: string | undefined;
  /** Filter of the executions that count. */
  counted: Counted['filter'];
  now: Date;
}

/** An item without the fields that the history adds. */
export interface FoundItem extends Omit<
  AttentionItem,
  'executionNumber' | 'sinceCommit' | 'since' | 'recent'
> {
  /** Range of commits in which its first test began to fail or flake on the default branch, from the roll-ups. */
  testSince: TestSince | null;
  /** The newest executions of other suites of the branch with the same failure. */
  alsoIn: readonly string[];
}

/** Sorts by the number of tests, most first; ties by time, newest first. */
export function compareByTestsThenNewest(one: FoundItem, other: FoundItem): number {
  return other.tests - one.tests || Date.parse(other.at) - Date.parse(one.at);
}

/** Sorts failures by their class, those that must not wait first; ties as `compareByTestsThenNewest` does. */
export function compareByClassThenTests(one: FoundItem, other: FoundItem): number {
  return rankItem(one) - rankItem(other) || compareByTestsThenNewest(one, other);
}

function rankItem({ classification }: FoundItem): number {
  return rankLabel(classification);
}

/** False for a known flake, unless a person should look at it. Undefined: without a verdict. */
export function needsAttention(
  verdict: Pick<SharedLabel, 'label' | 'needsHuman'> | undefined,
): boolean {
  return verdict?.label.classification !== 'KNOWN_FLAKE' || verdict.needsHuman;
}

/**
 * Keeps the first of several items of a project with the same fingerprint, which is the most severe. Adds the
 * executions of the other items of its branch (`alsoIn`), because the failure may have begun in another suite, and a
 * sentence with the number of tests on other branches.
 */
export function mergeItemsByFingerprint(items: readonly FoundItem[]): FoundItem[] {
  const merged = mergeItems(items);
  // A failure that items of other branches share is described once, in the first item of the branch.
  const listed = new Set<string>();
  return merged.map(({ item, elsewhere }) => {
    const place = buildPlaceKey(item);
    const here = listed.has(place) ? [] : merged.filter((one) => one.elsewhere.some(isOf(place)));
    listed.add(place);
    const texts = [
      ...elsewhere.map(describeElsewhere),
      ...here.map((one) => describeShared(one, place)),
    ];
    return { ...item, detail: [item.detail, ...texts].join(' ') };
  });
}

interface MergedItem {
  item: FoundItem;
  /** The regressions of other branches with its fingerprint. */
  elsewhere: readonly FoundItem[];
}

function mergeItems(items: readonly FoundItem[]): MergedItem[] {
  const groups = Map.groupBy(items, (item) =>
    item.fingerprint === null ? item : `${item.fingerprint} ${item.project}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const ofBranch = others.filter(
      ({ kind, branch }) => kind === first.kind && branch === first.branch,
    );
    const elsewhere = others.filter(
      (one) => one.kind === 'regression' && !isOf(buildPlaceKey(first))(one),
    );
    const alsoIn = ofBranch.flatMap(({ executionId }) => executionId ?? []);
    return [{ item: { ...first, alsoIn }, elsewhere }];
  });
}

function buildPlaceKey({ project, branch }: FoundItem): string {
  return JSON.stringify([project, branch]);
}

function isOf(place: string): (item: FoundItem) => boolean {
  return (item) => buildPlaceKey(item) === place;
}

function describeElsewhere({ tests, branch }: FoundItem): string {
  return `Also breaks ${formatCount(tests, 'test')} of ${shortenLine(branch ?? '')}.`;
}

/** The title of a branch's item counts only its own cause: the tests of the others are missing in it. */
function describeShared({ item, elsewhere }: MergedItem, place: string): string {
  const tests = elsewhere.filter(isOf(place)).reduce((sum, one) => sum + one.tests, 0);
  const verb = tests === 1 ? 'fails' : 'fail';
  return `${formatCount(tests, 'more test')} ${verb} as on ${shortenLine(item.branch ?? item.project)}, listed there.`;
}
