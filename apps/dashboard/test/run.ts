import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSite } from './fixtures/site.ts';

// Runs the browser tests and reports them, by our own reporter, to a server of ours. What that server stored is the
// summary, so a test that was run and not reported is an error.

const PLAYWRIGHT = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

interface Newest {
  id: string;
  totals: Totals;
}

interface Result {
  file: string;
  titlePath: string[];
  flaky: boolean;
  attempts: { errors: { message: string }[] }[];
}

interface Totals {
  tests: number;
  passed: number;
  failed: number;
  timedOut: number;
  skipped: number;
  interrupted: number;
  flaky: number;
}

const sites = await mkdtemp(join(tmpdir(), 'svc-sites-'));
const archive = await startSite();
try {
  const child = spawn(process.execPath, [PLAYWRIGHT, 'test', ...process.argv.slice(2)], {
    cwd: FOLDER,
    env: {
      ...process.env,
      SVC_URL: archive.url,
      SVC_API_KEY: archive.apiKey,
      SVC_PROJECT: 'svc',
      SVC_NAME: 'dashboard',
      SVC_TEST_SITES: sites,
    },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
  const newest = await newestExecution();
  const { passed, failed, timedOut, interrupted, flaky, tests } = newest.totals;
  const broken = failed + timedOut + interrupted;
  const parts = [`${passed} passed`, ...(broken > 0 ? [`${broken} failed`] : [])];
  if (broken > 0) process.stdout.write(`\n${await listFailures(newest.id)}`);
  if (flaky > 0) process.stdout.write(await listSecondTries(newest.id));
  // The form that .ci/parts counts.
  process.stdout.write(
    `\n      Tests  ${parts.join(' | ')} (${tests})${flaky > 0 ? `, ${flaky} flaky` : ''}\n`,
  );
} finally {
  await archive.stop();
  await endLeftSites();
}

/** Ends the servers of workers that Playwright had to kill. */
async function endLeftSites(): Promise<void> {
  for (const pid of await readdir(sites)) {
    const folder = await readFile(join(sites, pid), 'utf8');
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended by itself.
    }
    await rm(folder, { recursive: true, force: true });
  }
  await rm(sites, { recursive: true, force: true });
}

/** @throws Error when nothing was reported. */
async function newestExecution(): Promise<Newest> {
  const { items } = await read<{ items: Newest[] }>('executions?limit=1');
  const [newest] = items;
  if (newest === undefined) throw new Error('the browser tests were not reported');
  return newest;
}

/** The failed tests with the first line of their last error, in the form that .ci/parts repeats at its end. */
async function listFailures(executionId: string): Promise<string> {
  const query = 'status=failed&status=timedOut&status=interrupted';
  const { results } = await read<{ results: Result[] }>(`executions/${executionId}?${query}`);
  return results
    .map((result) => ` FAIL  ${nameOf(result)}\n${firstLine(result.attempts.at(-1))}\n`)
    .join('');
}

/** The tests that passed only at their second try, with the first line of their first error. */
async function listSecondTries(executionId: string): Promise<string> {
  const { results } = await read<{ results: Result[] }>(`executions/${executionId}?status=passed`);
  return results
    .filter((result) => result.flaky)
    .map((result) => `SECOND TRY ${nameOf(result)}: ${firstLine(result.attempts[0])}\n`)
    .join('');
}

function nameOf({ file, titlePath }: Result): string {
  return `dashboard  ${[file, ...titlePath].join(' > ')}`;
}

function firstLine(attempt: Result['attempts'][number] | undefined): string {
  return attempt?.errors[0]?.message.split('\n')[0] ?? 'no message';
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${archive.url}/api/${path}`, {
    headers: { authorization: `Bearer ${archive.apiKey}` },
  });
  return ((await response.json()) as { data: T }).data;
}
