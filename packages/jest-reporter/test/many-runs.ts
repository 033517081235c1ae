import { join } from 'node:path';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { type Finished, runCommand } from '@svc/reporter-core/test/projects/run-command.ts';
import {
  API_KEY,
  startSink,
  type SinkServer,
} from '@svc/reporter-core/test/servers/sink-server.ts';
import { config, type Major, makeProject } from './fixture-project.ts';

/** One run of Jest in a folder of its own. */
export interface Scenario {
  files?: Record<string, string>;
  /** Default: all tests of the folder, with this reporter. */
  args?: readonly string[];
  env?: Record<string, string>;
  /** Called with the folder before all runs. */
  prepare?: (folder: string) => void;
  /** The name of an earlier scenario, whose folder is used again. */
  after?: string;
}

export interface Ended {
  exitCode: number | undefined;
  /** Lines of this reporter. */
  lines: string[];
  bodies: IngestBody[];
}

/**
 * Runs all scenarios in one process, each as the command `jest` does it: most of a short run's time is spent on
 * loading Jest. Only the last scenario may exit the process.
 */
export async function runEach<Name extends string>(
  major: Major,
  scenarios: Record<Name, Scenario>,
): Promise<Map<Name, Ended>> {
  const names = Object.keys(scenarios) as Name[];
  const sinks = await Promise.all(names.map(() => startSink()));
  const runs = names.map((name, index) => {
    const { args = [], env = {}, after = name } = scenarios[name];
    return { folder: after, args, env: { SVC_URL: sinks[index]?.url, ...env } };
  });
  using project = makeProject(major, {
    'many-runs.js': MANY_RUNS,
    'runs.json': JSON.stringify(runs),
    ...Object.assign({}, ...names.map((name) => filesOf(name, scenarios[name]))),
  });
  for (const name of names) scenarios[name].prepare?.(join(project.folder, name));
  const run = await runCommand(join(project.folder, 'many-runs.js'), project.folder, {
    env: { NODE_ENV: 'test', SVC_API_KEY: API_KEY },
  });
  const ended = new Map(names.map((name, index) => [name, endOf(run, index, sinks[index])]));
  await Promise.all(sinks.map((sink) => sink[Symbol.asyncDispose]()));
  return ended;
}

function filesOf(name: string, { files = {}, after }: Scenario): Record<string, string> {
  const all = after === undefined ? { 'jest.config.js': config(REPORTERS), ...files } : files;
  return Object.fromEntries(
    Object.entries(all).map(([path, content]) => [`${after ?? name}/${path}`, content]),
  );
}

const REPORTERS = ['default', '@svc/jest-reporter'];

// Jest sets the exit code in a listener, when the process exits.
const MANY_RUNS = `const { join } = require('path');
const { run } = require('jest');
const given = { ...process.env };
async function runAll() {
  for (const { folder, args, env } of require('./runs.json')) {
    for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
    Object.assign(process.env, given, env);
    process.chdir(join(__dirname, folder));
    process.argv.splice(2, Infinity, '--ci', '--runInBand', ...args);
    process.exitCode = undefined;
    await run();
    const setExitCode = process.listeners('exit').at(-1);
    setExitCode();
    process.removeListener('exit', setExitCode);
    process.stderr.write('\\nended: ' + (process.exitCode ?? 0) + '\\n');
  }
}
runAll();
`;

/** The end of the run at this index. */
function endOf({ stderr, exitCode }: Finished, index: number, sink: SinkServer | undefined): Ended {
  const parts = stderr.split(/^ended: (\d+)\n/m);
  const code = parts[2 * index + 1];
  return {
    exitCode: code === undefined ? (exitCode ?? undefined) : Number(code),
    lines: (parts[2 * index] ?? '').split('\n').filter((line) => line.startsWith('svc: ')),
    bodies: sink?.uploads.map(({ body }) => body) ?? [],
  };
}
