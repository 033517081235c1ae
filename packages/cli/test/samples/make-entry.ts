import type { QuarantineEntry } from '@svc/contract/gate/quarantine';

/** An active entry that has excused failures; `changes` replace whole fields. */
export function makeEntry(changes: Partial<QuarantineEntry> = {}): QuarantineEntry {
  return {
    id: '0193a1b2-0000-7000-8000-0000a91c44de',
    testId: '3f9c1ab2'.repeat(4),
    title: 'suggests as you type',
    titlePath: ['search', 'suggests as you type'],
    file: 'src/search.test.ts',
    project: 'web',
    variant: null,
    framework: 'vitest',
    owner: 'team search',
    fingerprints: [`fp2:${'6be1aa00'.repeat(4)}`],
    reason: 'https://github.com/acme/web/issues/1482',
    createdBy: 'ada@acme.test',
    createdAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-12-04T10:00:00.000Z',
    excusedCount: 4,
    lastExcusedAt: '2026-11-21T06:30:00.000Z',
    state: 'active',
    endedAt: null,
    endedBy: null,
    ...changes,
  };
}
