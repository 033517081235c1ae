import type { AnalyzeInput } from '@svc/contract/analysis/analyses';
import type { Classification } from '@svc/contract/executions/outcomes';
import { bodyOfCase, type Mode } from '../corpus/body-of-case.ts';
import type { Case } from '../corpus/read-corpus.ts';
import type { Judged } from '../report/scores.ts';

/** What a judge says of a body of POST /api/ci/analyze. */
export interface Said {
  classification: Classification;
  confidence: number;
  /** The kinds of its evidence. */
  kinds: readonly string[];
}

export type Judge = (body: AnalyzeInput) => Said | Promise<Said>;

/** Lets a judge judge each case, one after the other. */
export async function judgeAll(
  cases: readonly Case[],
  mode: Mode,
  judge: Judge,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const one of cases) {
    const { classification, confidence, kinds } = await judge(bodyOfCase(one, mode));
    judged.push({
      id: one.id,
      label: one.label,
      said: classification,
      confidence,
      because: kinds.join(' ').slice(0, 60),
    });
  }
  return judged;
}
