import { z } from 'zod';

/** The inputs that several tools share. Descriptions are part of every request of an agent, so they are short. */

export const projectInput = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Project name. Default: the project of this repository. "*": all projects');

export const executionInput = z
  .string()
  .min(1)
  .max(1_100)
  .describe(
    'A number such as "812", an id, "latest" (prefers the current commit), or "branch:NAME"',
  );

export const branchInput = z.string().min(1).max(1_000).optional().describe('Only this git branch');

export const fromInput = z
  .string()
  .max(40)
  .optional()
  .describe('Since: "7d", "12h" or "2026-10-01". Default: 30 days ago');

export const searchInput = z.string().min(1).max(200).optional();

export function buildLimitInput(usual: number, most: number) {
  return z.number().int().min(1).max(most).default(usual);
}

export const offsetInput = z
  .number()
  .int()
  .min(0)
  .max(100_000)
  .default(0)
  .describe('How many to skip, for the next part of a long answer');
