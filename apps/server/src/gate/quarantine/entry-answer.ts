import type {
  QuarantineEntry as EntryAnswer,
  QuarantineState,
} from '@svc/contract/gate/quarantine';
import type { ListedEntry } from './entries.queries.ts';

/** An entry in the contract's shape. */
export function toEntryAnswer(row: ListedEntry, now: Date): EntryAnswer {
  return {
    id: row.id,
    testId: row.testId,
    title: row.titlePath.at(-1) ?? '',
    titlePath: row.titlePath,
    file: row.file,
    project: row.project,
    variant: row.variant,
    framework: row.framework,
    owner: row.owner,
    fingerprints: row.fingerprints ?? 'any',
    reason: row.reason,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    excusedCount: row.excusedCount,
    lastExcusedAt: row.lastExcusedAt?.toISOString() ?? null,
    state: deriveEntryState(row, now),
    endedAt: row.endedAt?.toISOString() ?? null,
    endedBy: row.endedBy,
  };
}

export function deriveEntryState(
  { endedAt, expiresAt }: Pick<ListedEntry, 'endedAt' | 'expiresAt'>,
  now: Date,
): QuarantineState {
  if (endedAt !== null) return 'lifted';
  return expiresAt > now ? 'active' : 'expired';
}
