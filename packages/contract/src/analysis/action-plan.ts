import { z } from 'zod';

/** Actions of a plan's steps. */
export const PLAN_ACTIONS = [
  'retry',
  'quarantine',
  'update-locator',
  'update-snapshot',
  'update-expectation',
  'add-wait',
  'fix-product',
  'rollback',
  'fix-infra',
  'raise-limit',
  'investigate',
] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

export const planStep = z
  .object({
    order: z.number().int().describe('Position of the step in the plan, from 1'),
    action: z.enum(PLAN_ACTIONS),
    title: z.string(),
    detail: z.string(),
    file: z
      .string()
      .nullable()
      .describe('Path of the file relative to the repository root; null if the step has no file'),
    line: z.number().int().nullable(),
    command: z
      .string()
      .nullable()
      .describe(
        'Shell command (POSIX) to run unchanged in the repository; null if the step has none',
      ),
  })
  .meta({ id: 'PlanStep' });
export type PlanStep = z.infer<typeof planStep>;

/** Plan for a person or an agent to resolve a failure. */
export const actionPlan = z
  .object({
    goal: z.string(),
    steps: z.array(planStep),
    owner: z
      .string()
      .nullable()
      .describe(
        'Owner of the test as sent by its reporter; `CI` for infrastructure failures; null if unknown',
      ),
    forbidden: z.array(z.string()).describe('Actions that must not be used to reach the goal'),
    doneWhen: z.array(z.string()),
    changesVerdict: z
      .array(z.string())
      .describe('Findings that would change the verdict to another class'),
  })
  .meta({ id: 'ActionPlan' });
export type ActionPlan = z.infer<typeof actionPlan>;
