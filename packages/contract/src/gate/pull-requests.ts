import { z } from 'zod';
import { execution } from '../executions/executions.ts';
import { gate, gateVerdict } from './gate.ts';

const count = z.number().int();

/** Maximum number of executions and suites of a pull request in an answer, and of the items of a suite's gate. */
export const PULL_REQUEST_MOST = { executions: 100, suites: 40, items: 50 } as const;

/** State of one suite of a pull request. */
export const pullRequestSuite = z
  .object({
    execution: execution.describe(
      'Execution that shows the state of the suite: its newest complete execution of the newest commit, preferably of the pull request instead of a push; else a partial one of that commit that failed; else a complete one of an older commit; else any partial one',
    ),
    isOutdated: z
      .boolean()
      .describe(
        'True if `execution` ran on an older commit, so the state of the suite at the newest commit is unknown',
      ),
    gate: gate.describe(
      `Gate of that execution, with at most ${PULL_REQUEST_MOST.items} items of each kind; its counts cover all`,
    ),
  })
  .meta({ id: 'PullRequestSuite' });
export type PullRequestSuite = z.infer<typeof pullRequestSuite>;

/**
 * A pull request as known from its executions: those whose CI reported its number, and those of a push of the same
 * commit to its branch.
 */
export const pullRequest = z
  .object({
    project: z.string(),
    number: count,
    title: z
      .string()
      .nullable()
      .describe("First line of the newest commit's message; null if not reported"),
    author: z.string().nullable().describe('Author of the newest commit; null if not reported'),
    repository: z.string().nullable(),
    branch: z.string().nullable(),
    baseBranch: z.string().nullable(),
    commit: z
      .string()
      .nullable()
      .describe(
        'Newest commit: the one whose first execution began last; null if no execution names a commit',
      ),
    verdict: gateVerdict.describe(
      'Verdict on the pull request. `fail`: the gate fails for a suite at the newest commit. `undecided`: the gate of a suite is undecided, a suite has not run at the newest commit, or `suitesOmitted` is not 0. `pass`: the gate passes for all suites',
    ),
    suites: z
      .array(pullRequestSuite)
      .describe(
        `Suites, failing ones first, then undecided ones, at most ${PULL_REQUEST_MOST.suites}. A suite is the executions of one framework and name; without a name, of one framework and workflow`,
      ),
    suitesOmitted: count.describe('Number of further suites, which the gate did not judge'),
    executions: z
      .array(execution)
      .describe(
        `Executions of the pull request, newest first, at most ${PULL_REQUEST_MOST.executions}`,
      ),
    total: count.describe('Number of executions of the pull request, up to 1,000'),
    otherProjects: z
      .array(z.string())
      .describe(
        'Names of other projects that tested a pull request with this number and repository, at most 20',
      ),
  })
  .meta({ id: 'PullRequest' });
export type PullRequest = z.infer<typeof pullRequest>;

/** Parameters of GET /api/pull-requests/{number}. */
export const pullRequestQuery = z.strictObject({
  number: z.coerce.number().int().min(1).max(2_147_483_647),
  project: z.string().min(1).max(200).describe('Name of the project'),
});
export type PullRequestQuery = z.infer<typeof pullRequestQuery>;
