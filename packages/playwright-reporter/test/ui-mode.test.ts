import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith } from '@svc/reporter-core/test/projects/sent-run.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import { startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { config, FULL_VERSIONS, makeProject } from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

// UI mode without a window, and the server that editors start. By default only the first: the reporter distinguishes
// them by the command line alone, and `command.test.ts` tests that.
const ALL_MODES = ['test --ui-port=0 --ui-host=127.0.0.1', 'test-server --port=0 --host=127.0.0.1'];
const MODES = EVERY_VERSION_RUNS_ALL ? ALL_MODES : ALL_MODES.slice(0, 1);

// Playwright 1.40 supports neither.
const CASES = FULL_VERSIONS.filter((version) => version !== '1.40').flatMap((version) =>
  MODES.map((mode) => [version, mode] as const),
);

// One run for each mode, with a reporter that is asked to report it and one that is not.
describe.skipIf(process.platform === 'win32')('on demand', () => {
  it.each(CASES)(
    'Playwright %s runs tests by `playwright %s`, and each run is sent only where it is asked to',
    async (version, mode) => {
      await using silent = await startSink();
      await using asked = await startSink();
      const ours = [{ url: silent.url }, { url: asked.url, enabled: 'watch' }];
      const reporters = ours.map((options) => ['@svc/playwright-reporter', options]);
      using project = makeProject(version, {
        'playwright.config.js': config({ reporter: [['line'], ...reporters] }),
        'a.spec.js': spec({ passes: '', fails: `throw new Error('no');` }),
      });
      let answers: unknown;
      const run = await runWith(project, silent.url, {
        args: mode.split(' '),
        onOutput: whenListening(async (address, kill) => {
          answers = await runTwice(address);
          kill('SIGINT');
        }),
      });
      expect(answers).toEqual([{ status: 'failed' }, { status: 'failed' }]);
      expect([run.exitCode, run.signal]).toEqual([130, null]);
      const line = expect.stringMatching(/^svc: sent 2 results \(1 failed\) to /);
      expect(svcLines(run)).toEqual([line, line]);
      expect(silent.uploads).toEqual([]);
      const keys = asked.uploads.map(({ body }) => body.execution.key);
      expect(new Set(keys).size).toBe(2);
    },
  );
});

type Kill = (signal: NodeJS.Signals) => void;

function whenListening(
  act: (address: string, kill: Kill) => Promise<void>,
): (text: string, kill: Kill) => void {
  return (text, kill) => {
    const address = /Listening on (\S+)/.exec(text)?.[1];
    // An error stops the run and appears in its output.
    if (address !== undefined) act(address, kill).catch(() => kill('SIGKILL'));
  };
}

/** Runs the tests twice, like the window of UI mode or an editor. */
async function runTwice(address: string): Promise<unknown[]> {
  const socket = new WebSocket(await socketAddress(address));
  await once(socket, 'open');
  const call = (id: number, method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      // Events may arrive before the answer.
      socket.addEventListener('message', ({ data }) => {
        const message: { id?: number; result?: unknown } = JSON.parse(String(data));
        if (message.id === id) resolve(message.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call(1, 'initialize', { interceptStdio: false });
  await call(2, 'listTests', {});
  return [await call(3, 'runTests', { workers: 1 }), await call(4, 'runTests', { workers: 1 })];
}

async function socketAddress(address: string): Promise<string> {
  if (address.startsWith('ws:')) return address;
  const { headers } = await fetch(address, { redirect: 'manual' });
  const page = new URL(headers.get('location') ?? '', address);
  const name = page.searchParams.get('ws');
  // The page of Playwright 1.52 has the address in its URL. Later versions serve it beside the page.
  return new URL(name === null ? '../ws' : `/${name}`, page).href.replace('http:', 'ws:');
}
