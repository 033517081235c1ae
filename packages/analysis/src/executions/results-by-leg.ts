import type { ExecutionDetail, Result } from '@svc/contract/executions/executions';
import { isFailure } from '@svc/contract/zod-free/is-failure';

/** A result, or the equal results of several legs of a CI matrix. */
export interface LegResult {
  /** Of equal results the one that took longest. */
  result: Result;
  /** The legs to show: none if the whole execution is one leg. */
  legs: string[];
}

/**
 * Joins results of one test that differ only in their leg and times. Keeps the order of the first of them. Results
 * without a leg, or of the same leg, are never joined.
 */
export function groupResultsByLeg(
  results: readonly Result[],
  execution: Pick<ExecutionDetail, 'legs' | 'results'>,
): LegResult[] {
  if (!hasSeveralLegs(execution)) return results.map((result) => ({ result, legs: [] }));
  const joined: LegResult[] = [];
  const byContent = new Map<string, LegResult[]>();
  for (const result of results) {
    const leg = result.part?.leg ?? undefined;
    const key = buildContentKey(result);
    const alike = byContent.get(key) ?? [];
    byContent.set(key, alike);
    const other = alike.find(
      ({ legs }) => leg !== undefined && legs.length > 0 && !legs.includes(leg),
    );
    if (other === undefined || leg === undefined) {
      const alone = { result, legs: leg === undefined ? [] : [leg] };
      joined.push(alone);
      alike.push(alone);
    } else {
      other.legs.push(leg);
      if (result.durationMs > other.result.durationMs) other.result = result;
    }
  }
  return joined;
}

/** A leg that reports no name is a leg too. */
function hasSeveralLegs({ legs, results }: Pick<ExecutionDetail, 'legs' | 'results'>): boolean {
  return legs.length > 1 || (legs.length === 1 && results.some(({ part }) => !part?.leg));
}

function buildContentKey({ testId, variant, status, line, attempts }: Result): string {
  const tries = attempts.map((attempt) => [
    attempt.status,
    attempt.errors,
    attempt.stdout,
    attempt.stderr,
  ]);
  return JSON.stringify([testId, variant, status, line, tries]);
}

/** The results that need attention, in the server's order: by file, line and title. */
export function splitOutcomes(results: readonly Result[]) {
  return {
    failures: results.filter(({ status }) => isFailure(status)),
    interrupted: results.filter(({ status }) => status === 'interrupted'),
    flaky: results.filter(({ status, flaky }) => status === 'passed' && flaky),
  };
}
