import { z } from 'zod';
import { execution } from '../executions/executions.ts';
import { gate, gateVerdict } from './gate.ts';

const count = z.number().int();

/** How many executions and suites of a pull request an answer names at most. */
export const PULL_REQUEST_MOST = { executions: 100, suites: 40, items: 50 } as const;

/** What a suite says of a pull request. */
export const pullRequestSuite = z
  .object({
    execution: execution.describe(
      'Its newest whole execution of the newest commit, of the pull request before one of a push. Without one, a partial one that failed; else a whole one of an older commit',
    ),
    isOutdated: z
      .boolean()
      .describe(
        'It has not run as a whole at the newest commit, so that `execution` proves nothing of it',
      ),
    gate: gate.describe(
      `The gate on that execution. It names at most ${PULL_REQUEST_MOST.items} items of each kind; its counts cover all`,
    ),
  })
  .meta({ id: 'PullRequestSuite' });
export type PullRequestSuite = z.infer<typeof pullRequestSuite>;

/**
 * A pull request, as far as its executions tell of it: those whose CI named its number, and those of a push of the same
 * commit to its branch.
 */
export const pullRequest = z
  .object({
    project: z.string(),
    number: count,
    title: z.string().nullable().describe("The first line of the newest commit's message"),
    author: z.string().nullable().describe('Of the newest commit'),
    repository: z.string().nullable(),
    branch: z.string().nullable(),
    baseBranch: z.string().nullable(),
    commit: z.string().nullable().describe('The commit that CI tested last for the first time'),
    verdict: gateVerdict.describe(
      '`fail`: the gate fails for a suite at the newest commit. `undecided`: it is undecided for one, a suite has not run at the newest commit, or `suitesOmitted` is not 0. `pass`: it passes for all',
    ),
    suites: z
      .array(pullRequestSuite)
      .describe(
        `Executions of one framework and name, without a name of one framework and workflow, are a suite. At most ${PULL_REQUEST_MOST.suites}: those that fail first, then undecided ones`,
      ),
    suitesOmitted: count.describe('How many further suites there are, which nobody judged'),
    executions: z
      .array(execution)
      .describe(`Newest first, at most ${PULL_REQUEST_MOST.executions}`),
    total: count.describe('How many executions there are, of at most 1,000'),
    otherProjects: z
      .array(z.string())
      .describe(
        'At most 20 other projects that tested a pull request of this number and repository',
      ),
  })
  .meta({ id: 'PullRequest' });
export type PullRequest = z.infer<typeof pullRequest>;

/** The parameters of GET /api/pull-requests/{number}. */
export const pullRequestQuery = z.strictObject({
  number: z.coerce.number().int().min(1).max(2_147_483_647),
  project: z.string().min(1).max(200).describe('Name of the project'),
});
export type PullRequestQuery = z.infer<typeof pullRequestQuery>;
