import { globSync, lutimesSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** A job as its runner has prepared it. */
export interface PreparedJob {
  env: Record<string, string | undefined>;
  /** The files that the step writes. */
  files: { summary: string; output: string; env: string };
}

export const ACTION_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** `action.yml`. */
export const METADATA = parse(readFileSync(`${ACTION_FOLDER}action.yml`, 'utf8'));

export const TOKEN = 'ghs_tokenOfTheTests';

/** Prepares a job as a runner does: inputs and defaults as variables, files for the answers. */
export function prepareJob(job: Job): PreparedJob {
  touchReports(job.folder);
  // Gone with the test run's temporary folder.
  const folder = mkdtempSync(join(tmpdir(), 'svc-action-'));
  const file = (name: string, content = '') => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const files = { summary: file('summary'), output: file('output'), env: file('env') };
  const env = {
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
  };
  return { env, files };
}

/** Gives the reports the tests' time: one without times of its own has that of its file. */
function touchReports(folder: string): void {
  for (const file of globSync(['*.{xml,json}', '{reports,results}/**/*'], { cwd: folder })) {
    lutimesSync(join(folder, file), testClock.now(), testClock.now());
  }
}

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
