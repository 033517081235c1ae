import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { joinServer, startServer, type TestServer } from '@svc/server/test/server.ts';
import { steadyExecution } from './expected/steady-execution.ts';
import { runCommand } from './projects/run-command.ts';
import { clock } from '../src/clock.ts';
import { makeReport, makeResult, makeSession, type TestSession } from './runs/make-run.ts';
import { readOnlyExecution } from './servers/read-execution.ts';

// The test starts two servers, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000 });

const SVC = fileURLToPath(new URL('../../cli/bin/svc.js', import.meta.url));
const RUN = { startedAt: new Date(clock.nowMs() - 60_000).toISOString(), shareLeft: 0.1 };

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-killed-')));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('saves a run whose server is killed halfway, and `svc upload` sends all of it', async () => {
  const first = await startServer();
  const { databaseUrl, url, apiKey } = first;
  const { session, lines } = makeSession(folder, { url, apiKey });
  session.takeEnded({ results: FIRST_HALF }, RUN);
  // The run has arrived in part.
  await expect.poll(() => arrivedAt(first), { timeout: 60_000 }).toBe(FIRST_HALF.length);
  first.child.kill('SIGKILL');
  await finish(session);
  expect(lines.at(-1)).toMatch(/^svc: not sent: .* Saved to /);
  const spool = join(folder, 'node_modules', '.cache', 'svc');
  expect(readdirSync(spool)).toHaveLength(1);

  const second = await startServer({ databaseUrl, port: Number(new URL(url).port) });
  const env = { SVC_API_KEY: apiKey, SVC_URL: url };
  const sent = await runCommand(SVC, folder, { args: ['upload'], env });
  expect(sent.exitCode).toBe(0);
  expect(readdirSync(spool)).toEqual([]);

  const { execution, ...items } = steadyExecution(await readOnlyExecution(second));
  const unharmed = await outcomeElsewhere();
  expect(items).toEqual({ files: unharmed.files, results: unharmed.results });
  expect(execution).toEqual({ ...unharmed.execution, url: `${url}/executions/a UUID` });
  await second.stop();
  await first.stop();
});

const FIRST_HALF = Array.from({ length: 100 }, (_, index) => makeResult(`adds ${index}`, 'passed'));
const ERROR = { message: 'Error: not yet', stack: 'Error: not yet\n    at shop.test.ts:1:1' };
const SECOND_HALF: IngestResult[] = [
  makeResult('fails', 'failed', {
    attempts: [{ status: 'failed', durationMs: 1, errors: [ERROR], stdout: 'total 90\n' }],
  }),
  makeResult('is flaky', 'passed', {
    attempts: [
      { status: 'failed', durationMs: 1, errors: [ERROR], stderr: 'warning\n' },
      { status: 'passed', durationMs: 1 },
    ],
  }),
  makeResult('is skipped', 'skipped', { annotations: [{ type: 'skip', description: 'no net' }] }),
  makeResult('takes too long', 'timedOut', { variant: 'chromium', tags: ['slow'] }),
  makeResult('never ran', 'interrupted'),
];

async function finish(session: TestSession['session']): Promise<void> {
  await session.finish(() => makeReport([...FIRST_HALF, ...SECOND_HALF]));
}

/** The execution of the same run on a server that lives. */
async function outcomeElsewhere(): Promise<ReturnType<typeof steadyExecution>> {
  const server = await joinServer();
  const { session } = makeSession(folder, { url: server.url, apiKey: server.apiKey });
  await finish(session);
  return steadyExecution(await readOnlyExecution(server));
}

/** Number of results that a server has stored. */
async function arrivedAt(server: TestServer): Promise<number> {
  const execution = await readOnlyExecution(server).catch(() => undefined);
  return execution?.results.length ?? 0;
}
