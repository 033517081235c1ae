import type { Classification } from '@svc/contract/executions/outcomes';
import type { AnyMode } from '../corpus/failure-of-case.ts';
import type { Case } from '../corpus/read-corpus.ts';
import type { Judged } from '../report/scores.ts';

/** Answer of a judge about a case. */
export interface Said {
  classification: Classification;
  confidence: number;
  /** The kinds of its evidence. */
  kinds: readonly string[];
}

export type Judge = (one: Case, mode: AnyMode) => Said | Promise<Said>;

/** Lets a judge judge each case, one after the other. */
export async function judgeAll(
  cases: readonly Case[],
  mode: AnyMode,
  judge: Judge,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const one of cases) {
    const { classification, confidence, kinds } = await judge(one, mode);
    judged.push({
      id: one.id,
      label: one.label,
      predicted: classification,
      confidence,
      because: kinds.join(' ').slice(0, 60),
    });
  }
  return judged;
}
