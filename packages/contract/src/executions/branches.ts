import { z } from 'zod';
import { execution } from './executions.ts';
import { filterParameters, usedSource } from '../filters.ts';
import { executionStatus } from './ingest.ts';

const count = z.number().int();

/** The outcome of an execution, in a strip of the last ones. */
export const branchOutcome = z.object({
  executionId: z.uuid(),
  number: count,
  commit: z.string().nullable(),
  status: executionStatus,
  failed: count.describe('Results that failed or timed out'),
  flaky: count.describe('Results that passed after a failed attempt'),
  startedAt: z.iso.datetime(),
});
export type BranchOutcome = z.infer<typeof branchOutcome>;

/** A branch and its last executions. */
export const branch = z
  .object({
    project: z.string(),
    branch: z.string().nullable().describe('Null for executions that name no branch'),
    isDefault: z.boolean(),
    suites: z
      .object({ total: count, failing: count.describe('Those that failed last') })
      .describe(
        'Executions of one framework and name are a suite; without a name, those of one framework and workflow. Of the newest 200 executions of the branch, without suites that did not run in the last 14 days although another one did, and those none of whose executions speaks for the branch although another suite does.',
      ),
    execution: execution.describe(
      'Of a suite that failed last, or else of the one that ran last, the newest that speaks for the branch or is running; the newest of all if none does',
    ),
    recent: z
      .array(branchOutcome)
      .describe(
        'The last executions of the same suite that speak for the branch, oldest first: 30 of a default branch, 10 of others',
      ),
  })
  .meta({ id: 'Branch' });
export type Branch = z.infer<typeof branch>;

/**
 * With `project`, the branches of its newest 2,000 executions that fit the filters, and always its default branch;
 * without it, the default branch of each project. At most 12, those with the newest executions, in the order of the
 * executions that they show.
 */
export const branchesQuery = z.strictObject(filterParameters);
export type BranchesQuery = z.infer<typeof branchesQuery>;

export const branchList = z.object({ items: z.array(branch), ...usedSource });
export type BranchList = z.infer<typeof branchList>;
