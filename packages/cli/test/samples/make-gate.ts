import { countCauses } from '@svc/analysis/causes/cause-groups';
import type {
  BlockingItem,
  ExcusedFailure,
  Gate,
  GateCause,
  GateCauseList,
} from '@svc/contract/gate/gate';
import type { ShownGate } from '../../src/commands/gate/gate-row-lines.ts';

/** A failure that an entry excuses; `changes` replace whole fields. */
export function makeExcused(changes: Partial<ExcusedFailure> = {}): ExcusedFailure {
  return {
    resultId: '0193a1b2-0000-7000-8000-000000000001',
    testId: '3f9c1ab2'.repeat(4),
    title: 'suggests as you type',
    titlePath: ['search', 'suggests as you type'],
    file: 'src/search.test.ts',
    variant: null,
    line: 12,
    fingerprint: `fp2:${'6be1aa00'.repeat(4)}`,
    furtherFingerprints: [],
    by: 'quarantine',
    quarantineId: '0193a1b2-0000-7000-8000-0000a91c44de',
    reason: 'https://github.com/acme/web/issues/1482',
    owner: 'team search',
    expiresAt: '2026-12-04T00:00:00.000Z',
    ...changes,
  };
}

/** A failure that nothing excuses; `changes` replace whole fields. */
export function makeBlocking(changes: Partial<BlockingItem> = {}): BlockingItem {
  return {
    kind: 'failure',
    why: 'Nothing excuses this failure.',
    resultId: '0193a1b2-0000-7000-8000-000000000002',
    testId: '77aa1ab2'.repeat(4),
    title: 'keeps the discount',
    titlePath: ['cart', 'checkout', 'keeps the discount'],
    file: 'src/cart.test.ts',
    variant: null,
    line: 88,
    fingerprint: `fp2:${'d04c6be1'.repeat(4)}`,
    furtherFingerprints: [],
    quarantineId: null,
    onBase: false,
    ...changes,
  };
}

/** Something that is no failure of a test, and never excused. */
export function makeProblem(kind: BlockingItem['kind'], why: string): BlockingItem {
  const none = { resultId: null, testId: null, title: null, titlePath: null, file: null };
  return makeBlocking({ kind, why, ...none, line: null, fingerprint: null });
}

/** An answer with one blocking and one excused failure, which counts what it has. */
export function makeGate(changes: Partial<Gate> = {}): Gate {
  const excused = changes.excused ?? [makeExcused()];
  const blocking = changes.blocking ?? [makeBlocking()];
  const failing = blocking.filter(({ kind }) => kind === 'failure').length;
  return {
    executionId: '0193a1b2-0000-7000-8000-000000000815',
    executionNumber: 815,
    project: 'web',
    url: 'http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000815',
    verdict: blocking.length > 0 ? 'fail' : 'pass',
    undecided: null,
    counts: {
      failures: excused.length + failing,
      excused: excused.length,
      blocking: blocking.length,
      blockingOnBase: blocking.filter(({ onBase }) => onBase).length,
    },
    base: null,
    excused,
    blocking,
    causes: {
      blocking: makeCauses(blocking.filter(({ kind }) => kind === 'failure')),
      excused: makeCauses(excused),
    },
    expiring: [],
    excusesKnownFlakes: false,
    blocksOnlyNew: false,
    ...changes,
  };
}

/** The causes of these failures, as the server counts them. */
function makeCauses(failures: readonly (BlockingItem | ExcusedFailure)[]): GateCauseList {
  const { items, total } = countCauses(failures, (failure) => ({
    fingerprint: failure.fingerprint,
    pattern: failure.fingerprint === null ? null : 'AssertionError: expected <n> to be <n>',
    classification: null,
    confidence: null,
    testKey: failure.titlePath?.join('\n') ?? '',
    file: failure.file ?? '',
  }));
  const withFailures = items.map((cause) => {
    const its = failures.filter(({ fingerprint }) => fingerprint === cause.fingerprint);
    const onBase = its.filter((one) => 'onBase' in one && one.onBase).length;
    return { ...cause, failures: its.length, onBase };
  });
  return { items: withFailures.toSorted((one, other) => isKnown(one) - isKnown(other)), total };
}

export function makeShownGate(changes: Partial<Gate> = {}): ShownGate {
  return {
    gate: makeGate(changes),
    place: 'fix-cart 77e0abc',
    choiceNote: undefined,
    limit: 20,
    moreCommand: 'svc gate 815 --project web --limit 57',
    showCommand: 'svc executions show 815 --project web',
  };
}

function isKnown({ failures, onBase }: GateCause): number {
  return Number(onBase === failures);
}
