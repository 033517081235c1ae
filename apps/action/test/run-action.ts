import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { prepare } from '../src/prepare.ts';
import { runMain } from '../src/run-main.ts';
import { WAITS, type Waits } from '../src/world.ts';
import { runInProcess } from './in-process.ts';
import { ACTION_FOLDER, METADATA, prepareJob, type Job, type PreparedJob } from './job.ts';

export interface ActionRun {
  exitCode: number | null;
  log: string;
  summary: string;
  outputs: Record<string, string>;
  /** What GitHub reads in the log, one a line: `error file=src/a.ts,line=3 title: message`. */
  annotations: string[];
  /** Variables that the step sets for the next ones. */
  exported: Record<string, string>;
}

type Step = 'pre' | 'main';

interface OwnJob extends Job {
  waits?: Partial<Waits> | undefined;
  /** Sets the inputs `url` and `api-key`, if the job does not. */
  server?: { url: string; apiKey: string };
}

/** Runs a step of the action in this process, from source, with short pauses. */
export async function runAction(
  { waits, server, ...job }: OwnJob,
  step: Step = 'main',
): Promise<ActionRun> {
  const ofServer = server && { url: server.url, 'api-key': server.apiKey };
  const { env, files } = prepareJob({ ...job, inputs: { ...ofServer, ...job.inputs } });
  const world = {
    env,
    directory: job.folder,
    homeDirectory: env['HOME'] ?? '',
    waits: { ...WAITS, pauseMs: 50, gitHubSecondMs: 10, ...waits },
  };
  const ended = await runInProcess(env, () => (step === 'pre' ? prepare(world) : runMain(world)));
  return readAnswers(ended, files);
}

/** For a server that will not answer. One of a busy machine may need longer. */
export const IMPATIENT: Partial<Waits> = {
  unreachableMs: 300,
  serverErrorMs: 300,
  answerMs: 300,
};

/** Runs a step of the committed bundle, as a runner does. */
export async function spawnAction(job: Job, step: Step = 'main'): Promise<ActionRun> {
  const { env, files } = prepareJob(job);
  const child = spawn(process.execPath, [join(ACTION_FOLDER, METADATA.runs[step])], {
    cwd: job.folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return readAnswers({ exitCode: child.exitCode, log: stdout + stderr }, files);
}

function readAnswers(
  ended: Pick<ActionRun, 'exitCode' | 'log'>,
  files: PreparedJob['files'],
): ActionRun {
  return {
    ...ended,
    summary: readFileSync(files.summary, 'utf8'),
    outputs: readAssignments(files.output),
    annotations: annotationsIn(ended.log),
    exported: readAssignments(files.env),
  };
}

/** The form of GITHUB_OUTPUT and GITHUB_ENV: `name<<delimiter`, lines, the delimiter. */
function readAssignments(path: string): Record<string, string> {
  const values: Record<string, string> = {};
  const all = readFileSync(path, 'utf8');
  for (const [, name = '', , value = ''] of all.matchAll(/^(.+)<<(\S+)\n([\s\S]*?)\n?\2$/gm)) {
    values[name] = value;
  }
  return values;
}

function annotationsIn(log: string): string[] {
  return [...log.matchAll(/^::(error|warning|notice)(?: ([^\n]*?))?::([^\n]*)$/gm)].map(
    ([, level = '', properties = '', message = '']) =>
      [level, unescaped(properties), unescaped(message)].filter((part) => part !== '').join(' | '),
  );
}

function unescaped(value: string): string {
  return value
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}
