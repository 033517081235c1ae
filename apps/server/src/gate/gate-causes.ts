import type { GateJudgement } from '@svc/analysis/gate/judge-gate';
import { GATE_ITEMS_MOST, type Gate, type GateCauseList } from '@svc/contract/gate/gate';
import type { Scope } from '../db/scope.ts';
import { describeCauses } from '../analyses/index.ts';
import type { CoveringEntry, KnownFailure } from './gate-answer.ts';
import { listGateCauses } from './gate-causes.queries.ts';

type Judgement = Pick<
  GateJudgement<KnownFailure, CoveringEntry>,
  'counts' | 'excused' | 'unexcused'
>;

/** The causes of blocking failures and of excused failures. Counts cover all failures. */
export async function readGateCauses(
  scope: Scope,
  executionId: string,
  { counts, excused, unexcused }: Judgement,
): Promise<Gate['causes']> {
  if (counts.failures === 0) return { blocking: NO_CAUSES, excused: NO_CAUSES };
  const stored = await listGateCauses(scope, {
    executionId,
    excused: excused.map(({ failure }) => failure.resultId),
    onBase: [...excused, ...unexcused].flatMap(({ failure }) =>
      failure.onBase ? [failure.resultId] : [],
    ),
    limit: GATE_ITEMS_MOST,
  });
  const described = await describeCauses(scope, { executionIds: [executionId], causes: stored });
  const listOf = (isExcused: boolean): GateCauseList => {
    const ofList = described.filter((cause) => cause.isExcused === isExcused);
    return {
      items: ofList.map(({ isExcused: _isExcused, total: _total, ...cause }) => cause),
      total: ofList[0]?.total ?? 0,
    };
  };
  return { blocking: listOf(false), excused: listOf(true) };
}

const NO_CAUSES: GateCauseList = { items: [], total: 0 };

/**
 * The failures in the order in which the answer names them: those that the base does not have first, of these one of
 * each cause, then the second of each, so that no cause hides another one.
 */
export function sortInTurns<
  Judged extends { failure: Pick<KnownFailure, 'fingerprint' | 'onBase'> },
>(failures: readonly Judged[]): Judged[] {
  const turns = new Map<string, number>();
  return failures
    .map((judged) => {
      const { fingerprint, onBase } = judged.failure;
      const key = `${onBase} ${fingerprint}`;
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      return { judged, onBase: Number(onBase), turn };
    })
    .toSorted((one, other) => one.onBase - other.onBase || one.turn - other.turn)
    .map(({ judged }) => judged);
}
