import { z } from 'zod';
import { execution } from './executions.ts';
import { filterParameters, usedSource } from '../filters.ts';
import { executionStatus } from './ingest.ts';

const count = z.number().int();

/** Outcome of one of the last executions of a branch. */
export const branchOutcome = z.object({
  executionId: z.uuid(),
  number: count,
  commit: z.string().nullable(),
  status: executionStatus,
  failed: count.describe('Number of results that failed or timed out'),
  flaky: count.describe('Number of results that passed after a failed attempt'),
  startedAt: z.iso.datetime(),
});
export type BranchOutcome = z.infer<typeof branchOutcome>;

/** A branch and its last executions. */
export const branch = z
  .object({
    project: z.string(),
    branch: z
      .string()
      .nullable()
      .describe('Name of the branch; null for executions that name no branch'),
    isDefault: z.boolean(),
    suites: z
      .object({
        total: count,
        failing: count.describe('Number of suites whose last conclusive execution failed'),
      })
      .describe(
        'Suites among the newest 200 executions of the branch. A suite is the executions of one framework and name; without a name, of one framework and workflow. Excluded: suites without an execution in the last 14 days if another suite has one, and suites without an execution that counts for its branch if another suite has one',
      ),
    execution: execution.describe(
      'Execution that shows the state of the branch: from the suite that failed last, else the one that ran last, the newest execution that counts for its branch or is still running; the newest of all if none does',
    ),
    recent: z
      .array(branchOutcome)
      .describe(
        'Last executions of the same suite that count for their branch, oldest first: 30 for a default branch, 10 for others',
      ),
  })
  .meta({ id: 'Branch' });
export type Branch = z.infer<typeof branch>;

/**
 * Parameters of the list of branches. With `project`, it has the branches of the project's newest 2,000 executions that
 * match the filters, and always its default branch; without it, the default branch of each project. It has at most 12
 * branches, those with the newest executions, in the order of the executions that they show.
 */
export const branchesQuery = z.strictObject(filterParameters);
export type BranchesQuery = z.infer<typeof branchesQuery>;

export const branchList = z.object({ items: z.array(branch), ...usedSource });
export type BranchList = z.infer<typeof branchList>;
