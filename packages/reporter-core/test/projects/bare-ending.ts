import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Finished } from './run-command.ts';
import { EVERY_VERSION_RUNS_ALL } from './versions.ts';

/** How a run ended, and the output of its other reporters, without parts that differ from run to run. */
export interface Ending {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  report?: string;
}

/**
 * The recorded ending of a run without our reporter, from `bare-runs/<name>.json` beside the test file. With
 * SVC_TEST_MAJORS=all, the run takes place and must end as recorded. `vitest run -u` updates the record.
 */
export async function bareEnding(name: string, run: () => Promise<Ending>): Promise<Ending> {
  const record = join(dirname(expect.getState().testPath ?? ''), 'bare-runs', `${name}.json`);
  return EVERY_VERSION_RUNS_ALL ? measuredEnding(record, run) : recordedEnding(record);
}

async function measuredEnding(record: string, run: () => Promise<Ending>): Promise<Ending> {
  const before = measured.get(record);
  if (before !== undefined) return before;
  const ending = await run();
  await expect(`${JSON.stringify(ending, null, 2)}\n`).toMatchFileSnapshot(record);
  measured.set(record, ending);
  return ending;
}

/** Verified endings by record, so that a test file runs each once. */
const measured = new Map<string, Ending>();

function recordedEnding(record: string): Ending {
  if (!existsSync(record)) throw new Error(`${record} is missing: SVC_TEST_MAJORS=all makes it`);
  const ending: Ending = JSON.parse(readFileSync(record, 'utf8'));
  return ending;
}

/** The ending of a run with only its exit code and signal. */
export function endingOf({ exitCode, signal }: Finished): Ending {
  return { exitCode, signal };
}
