import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, lutimesSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { parse } from 'yaml';
import { clockEnv, testClock } from '@svc/server/test/clock.ts';

export interface Job {
  /** The checkout. */
  folder: string;
  /** What the workflow writes below `with:`. */
  inputs?: Record<string, string>;
  /** Variables of the job, beside those that GitHub sets. */
  env?: Record<string, string | undefined>;
  /** The event that started the workflow. */
  event?: Record<string, unknown>;
  /** The job's values of the matrix. */
  matrix?: Record<string, unknown>;
}

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

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const METADATA = parse(readFileSync(`${FOLDER}action.yml`, 'utf8'));

export const TOKEN = 'ghs_tokenOfTheTests';

/** Gives the reports the tests' time: one without times of its own has that of its file. */
function touchReports(folder: string): void {
  for (const file of globSync(['*.{xml,json}', '{reports,results}/**/*'], { cwd: folder })) {
    lutimesSync(join(folder, file), testClock.now(), testClock.now());
  }
}

/** Runs the committed bundle as a runner does: inputs and defaults as variables, answers through files. */
export async function runAction(job: Job, step: 'pre' | 'main' = 'main'): Promise<ActionRun> {
  touchReports(job.folder);
  const folder = mkdtempSync(join(tmpdir(), 'svc-action-'));
  made.push(folder);
  const file = (name: string, content = '') => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const files = { summary: file('summary'), output: file('output'), env: file('env') };
  const child = spawn(process.execPath, [join(FOLDER, METADATA.runs[step])], {
    cwd: job.folder,
    env: {
      ...clockEnv(),
      PATH: process.env['PATH'],
      HOME: folder,
      TMPDIR: tmpdir(),
      ...gitHubVariables(job.folder),
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_OUTPUT: files.output,
      GITHUB_ENV: files.env,
      GITHUB_EVENT_PATH: file('event.json', JSON.stringify(job.event ?? {})),
      ...inputVariables(job),
      ...job.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return {
    exitCode: child.exitCode,
    log: stdout + stderr,
    summary: readFileSync(files.summary, 'utf8'),
    outputs: readAssignments(files.output),
    annotations: annotationsIn(stdout),
    exported: readAssignments(files.env),
  };
}

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A push to main. @see https://docs.github.com/en/actions/reference/workflows-and-actions/variables */
function gitHubVariables(workspace: string): Record<string, string> {
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '1001',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_NUMBER: '1',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_JOB: 'test',
    GITHUB_ACTOR: 'ada',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_REF_TYPE: 'branch',
  };
}

function inputVariables({ inputs = {}, matrix }: Job): Record<string, string> {
  const contexts: Record<string, string> = {
    '${{ toJSON(matrix) }}': matrix === undefined ? 'null' : JSON.stringify(matrix, undefined, 2),
    '${{ github.token }}': TOKEN,
  };
  const variables: Record<string, string> = {};
  for (const [name, { default: byDefault = '' }] of Object.entries<{ default?: string }>(
    METADATA.inputs,
  )) {
    const value = inputs[name] ?? contexts[byDefault] ?? byDefault;
    variables[`INPUT_${name.toUpperCase()}`] = value;
  }
  for (const name of Object.keys(inputs)) {
    if (!(name in METADATA.inputs)) throw new Error(`action.yml has no input ${name}`);
  }
  return variables;
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

function annotationsIn(stdout: string): string[] {
  return [...stdout.matchAll(/^::(error|warning|notice)(?: ([^\n]*?))?::([^\n]*)$/gm)].map(
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
