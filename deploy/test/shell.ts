import { spawnSync } from 'node:child_process';

/** Runs a script of sh, and returns its output. Names and values arrive as variables, so that nothing is quoted. */
export function sh(script: string, variables: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync('sh', ['-euc', script], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    env: { ...process.env, ...variables },
  });
  if (status !== 0) {
    throw new Error(`${script}\nexits with ${status}:\n${stdout}\n${stderr}`, { cause: error });
  }
  return stdout;
}
