import type { Database } from '../../db/database.ts';
import { nextCandidates } from './candidate-tests.queries.ts';
import { ranByResults, ranOfCandidates, type RanTestsQuestion } from './ran-tests.queries.ts';

// Up to here reading all results of the executions costs less than asking for test after test: 20 ms.
const FEW_RESULTS = 10_000;
const FIRST_CANDIDATES = 1_000;

// Measured at 10,000,000 results, a test having 75 in the weeks of the window: asking whether it ran,
// and reading one result.
const CANDIDATE_US = 55;
const RESULT_US = 2;
// How many more candidates may follow where none of the first ones ran: nobody has counted them.
const UNKNOWN_CANDIDATES = 50_000;

/**
 * The ids of the wanted tests that ran in the executions that fit, in the order of the list, `limit` at
 * most. Goes along the tests in that order and asks of each whether it ran, so that a page looks at
 * little more than itself. Where the tests that ran are few and far between, reading the results of the
 * executions may cost less: decided by what the first thousand tests cost.
 */
export async function listTests(
  database: Database,
  organizationId: string,
  question: RanTestsQuestion,
): Promise<string[]> {
  const { executions, limit } = question;
  if (executions.results <= FEW_RESULTS) return ranByResults(database, organizationId, question);
  const found: string[] = [];
  let { after } = question;
  for (let among = FIRST_CANDIDATES; ; among *= 4) {
    const candidates = await nextCandidates(
      database,
      organizationId,
      { ...question, after },
      among,
    );
    const missing = limit - found.length;
    const rest = { ...question, limit: missing };
    found.push(...(await ranOfCandidates(database, organizationId, rest, candidates)));
    if (found.length === limit || candidates.count < among) return found;
    if (among === FIRST_CANDIDATES && isCheaperByResults(executions.results, found.length, limit)) {
      return ranByResults(database, organizationId, question);
    }
    after = candidates.last;
  }
}

function isCheaperByResults(results: number, found: number, limit: number): boolean {
  const candidates =
    found === 0 ? UNKNOWN_CANDIDATES : ((limit - found) / found) * FIRST_CANDIDATES;
  return results * RESULT_US < Math.min(candidates, UNKNOWN_CANDIDATES) * CANDIDATE_US;
}
