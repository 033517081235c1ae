import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeDeadRuns } from './dead-runs.ts';

let runs: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  runs = mkdtempSync(join(tmpdir(), 'svc-runs-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(runs, { recursive: true, force: true });
});

it('removes the folder of a killed run and ends its processes', async () => {
  const run = await startRun('killed');
  const left = startIn(join(runs, 'killed'));
  run.kill('SIGKILL');
  await once(run, 'exit');
  await removeDeadRuns(runs);
  expect(readdirSync(runs)).toEqual([]);
  expect(left.exitCode ?? left.signalCode ?? (await once(left, 'exit'))).not.toBeNull();
});

it('leaves the folder and processes of a live run alone', async () => {
  await startRun('living');
  const used = startIn(join(runs, 'living'));
  mkdirSync(join(runs, 'just made'));
  await removeDeadRuns(runs);
  expect(readdirSync(runs).toSorted()).toEqual(['just made', 'living']);
  expect([used.exitCode, used.signalCode]).toEqual([null, null]);
});

/** Another process with its own folder, like a test run. */
async function startRun(name: string): Promise<ChildProcess> {
  const folder = join(runs, name);
  mkdirSync(folder);
  const module = pathToFileURL(join(import.meta.dirname, 'dead-runs.ts')).href;
  const script = `import { listenIn } from ${JSON.stringify(module)};
    await listenIn(process.argv[1]);
    console.log('listening');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** A process as a run's tests start it: only its environment names the folder. */
function startIn(folder: string): ChildProcess {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], {
    env: { SVC_DATA_DIR: join(folder, 'data') },
    stdio: 'ignore',
  });
  started.push(child);
  if (!existsSync(folder)) throw new Error(`${folder} is missing`);
  return child;
}
