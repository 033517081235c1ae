import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { apiKeyText } from '@svc/contract/api-key-text';
import { isErrno } from '@svc/reporter-core/is-errno';

export const MAJORS = ['3', '4', '5'] as const;
export type Major = (typeof MAJORS)[number];

/** A key of the right form that no server knows. */
export const API_KEY = apiKeyText('0123456789abcdefghijABCDEFGHIJ');

export interface Finished {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunSettings {
  args?: readonly string[];
  env?: Record<string, string>;
  /** The user to run as. */
  uid?: number | undefined;
  /** Called with each piece of standard output, to act in the middle of a run. */
  onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** A project on disk with a Vitest of its own and this reporter's build, as a user would have it. */
export interface FixtureProject extends Disposable {
  folder: string;
  spoolFolder: string;
  run(settings?: RunSettings): Promise<Finished>;
}

/** Files by their path. The folder has a git repository only if `files` bring one. */
export function makeProject(major: Major, files: Record<string, string>): FixtureProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `svc-fixture-${major}-`)));
  chmodSync(folder, 0o755);
  const vitest = packageFolder(major === '5' ? 'vitest' : `vitest-${major}`);
  mkdirSync(join(folder, 'node_modules', '@svc'), { recursive: true });
  symlinkSync(vitest, join(folder, 'node_modules', 'vitest'));
  symlinkSync(
    join(import.meta.dirname, '..'),
    join(folder, 'node_modules', '@svc', 'vitest-reporter'),
  );
  for (const [path, content] of Object.entries({ 'package.json': MANIFEST, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return {
    folder,
    spoolFolder: join(folder, 'node_modules', '.cache', 'svc'),
    run: (settings = {}) => run(join(vitest, 'vitest.mjs'), folder, settings),
    [Symbol.dispose]: () => {
      chmodSync(folder, 0o755);
      chmodSync(join(folder, 'node_modules'), 0o755);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A configuration with the reporters named, in a plain and bounded form. */
export function config(reporters: readonly unknown[], test: Record<string, unknown> = {}): string {
  const settings = { reporters, maxWorkers: 1, minWorkers: 1, ...test };
  return `export default { test: ${JSON.stringify(settings)} };\n`;
}

const MANIFEST = JSON.stringify({ name: 'fixture', private: true, type: 'module' });

function packageFolder(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}

function run(
  cli: string,
  folder: string,
  { args = [], env, uid, onOutput }: RunSettings,
): Promise<Finished> {
  const child = spawn(process.execPath, [cli, 'run', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: tmpdir(), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    uid,
    // A group of its own, since Vitest 3 leaves its workers running when a signal ends it.
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    onOutput?.(text, (signal) => child.kill(signal));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => killGroup(child.pid));
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // Nobody is left, as it should be.
    if (!isErrno(error) || error.code !== 'ESRCH') throw error;
  }
}
