import { readFile } from 'node:fs/promises';
import { CLASSIFICATIONS } from '@svc/contract/executions/outcomes';
import { z } from 'zod';

const figures = z.object({
  runs: z.number().optional(),
  failures: z.number().optional(),
  flaky_passes_on_retry: z.number().optional(),
  pass_and_fail_same_commit: z.boolean().optional(),
  since_commit: z.string().optional(),
  since: z.string().optional(),
  first_red: z.string().optional(),
  branches_affected: z.number().optional(),
  co_failing_tests: z.number().optional(),
});

// Only what a classifier may read, and the label to compare with. `repo` decides the folds. `framework` depends on the
// author of the record, not on the failure, and is left out too.
const record = z.object({
  id: z.string(),
  repo: z.string(),
  label: z.enum(CLASSIFICATIONS),
  title: z.string().default(''),
  error_message: z.string().default(''),
  stack: z.string().default(''),
  log_excerpt: z.string().default(''),
  context: z.object({
    retry_passed: z.boolean().nullable().default(null),
    history: figures.optional(),
    history_imputed: figures.optional(),
  }),
});
export type Case = z.infer<typeof record>;

/**
 * The labelled failures of a file, one JSON object a line.
 * @throws Error with the number of an invalid line.
 */
export async function readCorpus(path: string): Promise<Case[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    try {
      return [record.parse(JSON.parse(line))];
    } catch (error) {
      throw new Error(`${path}:${at + 1} is no labelled failure: ${String(error)}`, {
        cause: error,
      });
    }
  });
}
