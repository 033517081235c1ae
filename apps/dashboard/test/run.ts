import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSite } from './site.ts';

// Runs the browser tests and reports them, by our own reporter, to a server of ours. What that server stored is the
// summary, so a test that was run and not reported is an error.

const PLAYWRIGHT = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

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
  const { passed, failed, timedOut, interrupted, flaky, tests } = await newestTotals();
  const broken = failed + timedOut + interrupted;
  const parts = [`${passed} passed`, ...(broken > 0 ? [`${broken} failed`] : [])];
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
async function newestTotals(): Promise<Totals> {
  const response = await fetch(`${archive.url}/api/executions?limit=1`, {
    headers: { authorization: `Bearer ${archive.apiKey}` },
  });
  const { data } = (await response.json()) as { data: { items: { totals: Totals }[] } };
  const [newest] = data.items;
  if (newest === undefined) throw new Error('the browser tests were not reported');
  return newest.totals;
}
