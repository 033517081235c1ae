import type { Scope } from '../db/scope.ts';
import { readNextCandidates } from './candidate-tests.queries.ts';
import { listRanByResults, listRanCandidates, type RanTestsQuestion } from './ran-tests.queries.ts';

// Up to this number, reading all results of the executions (20 ms) is cheaper than looking up each test.
const FEW_RESULTS = 10_000;
const FIRST_CANDIDATES = 1_000;

// Measured with 10,000,000 results and 75 per test in the weeks of the window: looking up whether a test ran, and
// reading one result.
const CANDIDATE_US = 55;
const RESULT_US = 2;
// The assumed number of further candidates when none of the first candidates ran, because they are not counted.
const UNKNOWN_CANDIDATES = 50_000;

/**
 * The ids of the matching tests that ran in the matching executions, in the order of the list, at most `limit`. Looks
 * up test after test in that order, so that a page reads little more than itself. When few tests ran, reading all
 * results of the executions may be cheaper; the hit rate of the first thousand tests decides.
 */
export async function listTests(scope: Scope, question: RanTestsQuestion): Promise<string[]> {
  const { executions, limit } = question;
  if (executions.results <= FEW_RESULTS) return listRanByResults(scope, question);
  const found: string[] = [];
  let { after } = question;
  for (let among = FIRST_CANDIDATES; ; among *= 4) {
    const candidates = await readNextCandidates(scope, { ...question, after }, among);
    const missing = limit - found.length;
    const rest = { ...question, limit: missing };
    found.push(...(await listRanCandidates(scope, rest, candidates)));
    if (found.length === limit || candidates.count < among) return found;
    if (among === FIRST_CANDIDATES && isCheaperByResults(executions.results, found.length, limit)) {
      return listRanByResults(scope, question);
    }
    after = candidates.last;
  }
}

function isCheaperByResults(results: number, found: number, limit: number): boolean {
  const candidates =
    found === 0 ? UNKNOWN_CANDIDATES : ((limit - found) / found) * FIRST_CANDIDATES;
  return results * RESULT_US < Math.min(candidates, UNKNOWN_CANDIDATES) * CANDIDATE_US;
}
