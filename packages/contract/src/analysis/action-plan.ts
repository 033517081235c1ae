import { z } from 'zod';

/** What a step of a plan does. */
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
    order: z.number().int().describe('From 1'),
    action: z.enum(PLAN_ACTIONS),
    title: z.string(),
    detail: z.string(),
    file: z.string().nullable().describe("Relative to the repository's root"),
    line: z.number().int().nullable(),
    command: z.string().nullable().describe('To run in the repository, as it is, in a POSIX shell'),
  })
  .meta({ id: 'PlanStep' });
export type PlanStep = z.infer<typeof planStep>;

/** What to do about a failure, for a person or an agent. */
export const actionPlan = z
  .object({
    goal: z.string(),
    steps: z.array(planStep),
    owner: z
      .string()
      .nullable()
      .describe(
        'Who owns the test, as its reporter sent it; `CI` for failures of the infrastructure',
      ),
    forbidden: z.array(z.string()).describe('What must not be done to reach the goal'),
    doneWhen: z.array(z.string()),
    changesVerdict: z.array(z.string()).describe('What would speak for another class'),
  })
  .meta({ id: 'ActionPlan' });
export type ActionPlan = z.infer<typeof actionPlan>;
