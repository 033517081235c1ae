import type { BlockingItem, ExcusedFailure, Gate, GateCause } from '@svc/contract/gate/gate';
import { buildCauseRows, type CauseRow } from '../causes/cause-groups.ts';

export type GateRow<Item> = CauseRow<Item, GateCause>;

/**
 * The blocking items, one row for each cause: items that are never excused, then failures. If there is a base, failures
 * that it does not have come before a mass failure, although they are part of it: the change caused them.
 */
export function buildBlockingRows({ blocking, causes, base }: Gate): GateRow<BlockingItem>[] {
  const problems = blocking
    .filter(({ kind }) => kind !== 'failure')
    .map((item) => ({ kind: 'test' as const, item, cause: null }));
  const failures = blocking.filter(({ kind }) => kind === 'failure');
  const rows = buildCauseRows(leadWithNotable(failures), {
    causes: causes.blocking,
    fingerprintOf,
  });
  if (base === null) return [...problems, ...rows];
  return [
    ...problems.filter((row) => !isMass(row)),
    ...rows.filter(isNewRow),
    ...problems.filter(isMass),
    ...rows.filter((row) => !isNewRow(row)),
  ];
}

function isMass({ item }: { item: BlockingItem }): boolean {
  return item.kind === 'mass-failure';
}

/** Whether the base does not have it, or not all of its failures. */
function isNewRow(row: GateRow<BlockingItem>): boolean {
  return row.kind === 'test' ? !row.item.onBase : row.cause.onBase < row.cause.failures;
}

export function buildExcusedRows({ excused, causes }: Gate): GateRow<ExcusedFailure>[] {
  return buildCauseRows(excused, { causes: causes.excused, fingerprintOf });
}

/** How many entries there are, also those that the answer does not name. */
export function countGateRows({ blocking, causes }: Gate): { blocking: number; excused: number } {
  const problems = blocking.filter(({ kind }) => kind !== 'failure').length;
  return { blocking: problems + causes.blocking.total, excused: causes.excused.total };
}

/** How much blocks, in parts that add up to `count`. */
export interface BlockingCount {
  count: number;
  noun: 'failure' | 'problem';
  /** Failures that the base does not have; all of them without a base. */
  added: number;
  /** Failures that the base has, too. */
  old: number;
  /** Number of items that are not failures of tests, such as a missing part. */
  others: number;
}

/**
 * A mass failure consists of the other failures, so it is not counted in addition. It counts if nothing else failed.
 */
export function countBlocking({
  blocking,
  counts,
}: Pick<Gate, 'blocking' | 'counts'>): BlockingCount {
  const problems = blocking.filter(({ kind }) => kind !== 'failure');
  const failures = Math.max(0, counts.blocking - problems.length);
  const others =
    failures === 0
      ? problems.length
      : problems.filter(({ kind }) => kind !== 'mass-failure').length;
  const old = counts.blockingOnBase;
  const noun = others === 0 ? 'failure' : 'problem';
  return { count: failures + others, noun, added: failures - old, old, others };
}

/** The blocking items that the base does not have, without a mass failure that does not count. */
export function buildNewRows(gate: Gate): GateRow<BlockingItem>[] {
  const { added, old } = countBlocking(gate);
  const isCounted = (row: GateRow<BlockingItem>) =>
    added + old === 0 || row.kind === 'cause' || !isMass(row);
  return buildBlockingRows(gate).filter((row) => isNewRow(row) && isCounted(row));
}

function fingerprintOf({ fingerprint }: { fingerprint: string | null }): string | null {
  return fingerprint;
}

/** Orders failures of one cause: those with a quarantine entry first, because the entry may explain the failure. */
function leadWithNotable(failures: readonly BlockingItem[]): BlockingItem[] {
  return failures.toSorted((one, other) => Number(isNotable(other)) - Number(isNotable(one)));
}

export function isNotable({ quarantineId, relatedEntry }: BlockingItem): boolean {
  return quarantineId !== null || relatedEntry !== undefined;
}
