import type { CauseList, Cause } from '@svc/contract/executions/causes';
import {
  hasVerdict,
  rankLabel,
  pickLabelFields,
  type LabelFields,
} from '../verdicts/verdict-label.ts';

/** How many tests of a cause a list shows by default. */
export const TESTS_OF_CAUSE = 5;

/** A row of a list of failures: a cause of several tests with those that the list names, or a test alone. */
export type CauseRow<Item, Known extends Cause = Cause> =
  | { kind: 'cause'; cause: Known; items: Item[] }
  | { kind: 'test'; item: Item; cause: Known | null };

/** Groups as `Map.groupBy` does, which Node 20 does not have. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Groups by fingerprint, in the order in which the fingerprints occur. An item without a fingerprint is alone. */
export function groupByFingerprint<Item>(
  items: readonly Item[],
  fingerprintOf: (item: Item) => string | null,
): { fingerprint: string | null; items: Item[] }[] {
  const groups = groupBy(items, (item) => fingerprintOf(item) ?? item);
  return Array.from(groups.values(), (group) => {
    const [first] = group;
    return { fingerprint: first === undefined ? null : fingerprintOf(first), items: group };
  });
}

/**
 * The rows of a list whose causes the server counted, in the order of the causes. Each item is in one row, by its first
 * fingerprint.
 */
export function buildCauseRows<Item, Known extends Cause = Cause>(
  items: readonly Item[],
  {
    causes,
    fingerprintOf,
  }: {
    causes: { items: readonly Known[] };
    fingerprintOf: (item: Item) => string | null;
  },
): CauseRow<Item, Known>[] {
  const byFingerprint = groupBy(items, fingerprintOf);
  const rowsOf = (cause: Known): CauseRow<Item, Known>[] => {
    const group = byFingerprint.get(cause.fingerprint) ?? [];
    byFingerprint.delete(cause.fingerprint);
    return cause.tests > 1
      ? [{ kind: 'cause', cause, items: group }]
      : group.map((item) => ({ kind: 'test', item, cause }));
  };
  const known = causes.items.flatMap(rowsOf);
  const others = [...byFingerprint.values()].flat();
  return [...known, ...others.map((item) => ({ kind: 'test' as const, item, cause: null }))];
}

/** Counts causes of items here, where no server did. The label of a cause is the most severe one of its items. */
export function countCauses<Item>(
  items: readonly Item[],
  read: (item: Item) => LabelFields &
    Pick<Cause, 'fingerprint' | 'confidence'> & {
      testKey: string;
      file: string;
      pattern: string | null;
    },
): CauseList {
  const groups = groupByFingerprint(items, (item) => read(item).fingerprint);
  const causes = groups.map(({ fingerprint, items: group }): Cause => {
    const facts = group.map(read);
    const judged = findMostSevere(facts);
    return {
      fingerprint,
      pattern: facts.find(({ pattern }) => pattern !== null)?.pattern ?? null,
      tests: new Set(facts.map(({ testKey }) => testKey)).size,
      files: new Set(facts.map(({ file }) => file)).size,
      ...pickLabelFields(judged ?? { classification: null }),
      confidence: judged?.confidence ?? null,
    };
  });
  return { items: causes.toSorted((one, other) => other.tests - one.tests), total: causes.length };
}

/** The item with the most severe label; the first of equal ones. Undefined without a verdict. */
function findMostSevere<Item extends LabelFields>(items: readonly Item[]): Item | undefined {
  const [first] = items
    .filter(hasVerdict)
    .toSorted((one, other) => rankLabel(one.classification) - rankLabel(other.classification));
  return first;
}

/** The causes of several lists together, such as those of two executions. */
export function mergeCauses(lists: readonly CauseList[]): CauseList {
  const merged = new Map<string, Cause>();
  let total = 0;
  for (const list of lists) {
    total += list.total;
    for (const [index, cause] of list.items.entries()) {
      const key = cause.fingerprint ?? `${total} ${index}`;
      const known = merged.get(key);
      if (known === undefined) {
        merged.set(key, cause);
        continue;
      }
      total -= 1;
      const { tests, files, ...other } = cause;
      merged.set(key, {
        ...(findMostSevere([known, other]) ?? other),
        tests: known.tests + tests,
        // The rest may be in the same files, so the larger number counts.
        files: Math.max(known.files, files),
      });
    }
  }
  return { items: [...merged.values()].toSorted((one, other) => other.tests - one.tests), total };
}

export const NO_CAUSES: CauseList = { items: [], total: 0 };
