import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { failedBrowserTests, failedVitestTests, type TestReport } from './test-report.ts';
import type { MutantTests } from './mutant.ts';

// Ten times what the slowest tests take on an idle machine.
const LONGEST_MS = 30 * 60_000;

/** Runs tests of the copy, until more than `tolerated` have failed. */
export async function runTests(
  folder: string,
  { runner, paths }: MutantTests,
  tolerated = Infinity,
): Promise<TestReport> {
  const most = tolerated === Infinity ? 0 : tolerated + 1;
  return runner === 'vitest' ? runVitest(folder, paths, most) : runBrowser(folder, paths, most);
}

async function runVitest(folder: string, paths: string[], most: number): Promise<TestReport> {
  // Git ignores it.
  const file = join(folder, 'node_modules/.mutant-report.json');
  rmSync(file, { force: true });
  const output = ['--reporter', 'json', '--outputFile', file];
  const args = ['run', '--bail', String(most), '--retry', '0', ...output, ...paths];
  const { status, text } = await run(folder, 'node_modules/.bin/vitest', args);
  if (status === 0) return { failed: [] };
  const failed = existsSync(file) ? failedVitestTests(readFileSync(file, 'utf8')) : [];
  if (failed.length === 0) return { cannotRun: lastLineOf(text) };
  return { failed: failed.map((test) => ({ ...test, file: relative(folder, test.file) })) };
}

/** The browser tests run against what was built. */
async function runBrowser(folder: string, paths: string[], most: number): Promise<TestReport> {
  const node = join(folder, 'node_modules/.bin/node');
  for (const script of ['.config/build-if-stale.ts', '.config/build-pages.ts']) {
    const { status, text } = await run(folder, node, [script]);
    if (status !== 0) return { cannotRun: lastLineOf(text) };
  }
  const limits = ['--max-failures', String(most), '--retries', '0'];
  const { status, text } = await run(folder, node, [
    'apps/dashboard/test/run.ts',
    ...limits,
    ...paths,
  ]);
  const failed = failedBrowserTests(text);
  return status === 0 || failed.length > 0 ? { failed } : { cannotRun: lastLineOf(text) };
}

async function run(
  cwd: string,
  command: string,
  args: string[],
): Promise<{ status: number | null; text: string }> {
  const { SVC_API_KEY: _, SVC_PROVE: __, ...env } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { ...env, PATH: `${join(cwd, 'node_modules/.bin')}:${env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that ending it ends all processes that the tests started.
    detached: true,
  });
  const end = () => endGroup(child.pid);
  const timer = setTimeout(end, LONGEST_MS);
  // Before the copy is removed.
  process.prependOnceListener('exit', end);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, text };
  } finally {
    clearTimeout(timer);
    process.off('exit', end);
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function lastLineOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.findLast((line) => /error/i.test(line)) ?? lines.findLast(Boolean) ?? 'no output';
}
