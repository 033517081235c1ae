import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll } from 'vitest';
import { bareEnding, type Ending, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import type { Finished } from '@svc/reporter-core/test/projects/run-command.ts';
import { type SentRun, wholeBody } from '@svc/reporter-core/test/projects/sent-run.ts';
import { API_KEY, startSink, type Upload } from '@svc/reporter-core/test/servers/sink-server.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import { config, type Major, makeProject } from './fixture-project.ts';
import { runInOneProcess } from './one-process.ts';

/** A run of a project of its own. */
export interface Case {
  files: Record<string, string>;
  args?: readonly string[];
  /** Variables of the run. `CI` does not reach Vitest itself, which reads it when it is loaded. */
  env?: Record<string, string>;
  /** Called with the folder before the run. */
  prepare?: (folder: string) => void;
}

/** A run whose server may have received nothing. */
export interface BatchedRun {
  run: Finished;
  uploads: readonly Upload[];
}

export interface Batch {
  major: Major;
  /** Adds a run against a server of its own. The function returns what arrived, once the tests have begun. */
  add(settings: Case): () => SentRun;
  /** The same for a run that may send nothing. */
  addUnsent(settings: Case): () => BatchedRun;
}

/** Collects runs, and runs them in one process before the first test of the suite. */
export function makeBatch(major: Major): Batch {
  const cases: Case[] = [];
  let ended: BatchedRun[] = [];
  beforeAll(async () => {
    ended = await runCases(major, cases);
  });
  const addUnsent: Batch['addUnsent'] = (settings) => {
    const index = cases.push(settings) - 1;
    return () => {
      const run = ended[index];
      if (run === undefined) throw new Error('this run has not taken place yet');
      return run;
    };
  };
  const add: Batch['add'] = (settings) => {
    const result = addUnsent(settings);
    return () => {
      const { run, uploads } = result();
      return { run, body: wholeBody(uploads, run) };
    };
  };
  return { major, add, addUnsent };
}

/**
 * Adds the same run with `without.config.js`, which has no reporter of ours. The function returns how it ended: as
 * recorded, unless SVC_TEST_MAJORS=all.
 */
export function addBare(
  { addUnsent }: Batch,
  name: string,
  files: Case['files'],
): () => Promise<Ending> {
  if (!EVERY_VERSION_RUNS_ALL) return () => bareEnding(name, () => Promise.reject(new Error(name)));
  const bare = addUnsent({ files, args: ['--config', 'without.config.js'] });
  return () => bareEnding(name, async () => endingOf(bare().run));
}

async function runCases(major: Major, cases: readonly Case[]): Promise<BatchedRun[]> {
  using workspace = makeProject(major, {});
  const sinks = await Promise.all(cases.map(() => startSink()));
  const runs = cases.map(({ files, prepare, ...settings }, index) => {
    const folder = join(workspace.folder, `project-${index}`);
    writeFiles(folder, { 'vitest.config.js': DEFAULT_CONFIG, ...files });
    prepare?.(folder);
    const env = { SVC_API_KEY: API_KEY, SVC_URL: sinks[index]?.url ?? '', ...settings.env };
    return { folder, args: settings.args ?? [], env };
  });
  const ended = await runInOneProcess(workspace.folder, runs);
  await Promise.all(sinks.map((sink) => sink[Symbol.asyncDispose]()));
  return ended.map((run, index) => ({ run, uploads: sinks[index]?.uploads ?? [] }));
}

const DEFAULT_CONFIG = config(['default', '@svc/vitest-reporter']);

function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
