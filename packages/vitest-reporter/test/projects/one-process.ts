import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finished, runCommand } from '@svc/reporter-core/test/projects/run-command.ts';

export interface RunOfProcess {
  folder: string;
  args: readonly string[];
  env: Record<string, string>;
}

/**
 * Runs Vitest several times in one process, one run after another, because starting a process takes longer than most
 * runs. `workspace` is a project from `makeProject`, and contains the folders of the runs.
 */
export async function runInOneProcess(
  workspace: string,
  runs: readonly RunOfProcess[],
): Promise<Finished[]> {
  const script = join(workspace, 'run-all.js');
  writeFileSync(script, RUN_ALL);
  writeFileSync(join(workspace, 'runs.json'), JSON.stringify(runs));
  const whole = await runCommand(script, workspace, {});
  const [stdout, stderr] = [outputsOf(whole.stdout), outputsOf(whole.stderr)];
  if (stdout.length !== runs.length || stderr.length !== runs.length) {
    throw new Error(`${stdout.length} of ${runs.length} runs:\n${whole.stdout}\n${whole.stderr}`);
  }
  return runs.map((_, index) => ({
    exitCode: stdout[index]?.exitCode ?? null,
    signal: null,
    stdout: stdout[index]?.output ?? '',
    stderr: stderr[index]?.output ?? '',
    durationMs: stdout[index]?.durationMs ?? 0,
  }));
}

interface OutputOfRun {
  output: string;
  exitCode: number;
  durationMs: number;
}

/** Splits the output of all runs at the line that ends each of them. */
function outputsOf(output: string): OutputOfRun[] {
  return output.split(/(?<=\n=== exit code \d+ after \d+ ms ===\n)/).flatMap((part) => {
    const [, own, exitCode, durationMs] =
      /^([^]*)\n=== exit code (\d+) after (\d+) ms ===\n$/.exec(part) ?? [];
    if (own === undefined) return [];
    return [{ output: own, exitCode: Number(exitCode), durationMs: Number(durationMs) }];
  });
}

const RUN_ALL = `import { readFileSync } from 'node:fs';
import { parseCLI, startVitest } from 'vitest/node';
for (const { folder, args, env } of JSON.parse(readFileSync('runs.json', 'utf8'))) {
  const before = Object.keys(env).map((name) => [name, process.env[name]]);
  Object.assign(process.env, env);
  process.chdir(folder);
  process.exitCode = 0;
  const startedAt = performance.now();
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await startVitest('test', filter, options);
  await vitest?.close();
  const durationMs = Math.round(performance.now() - startedAt);
  const end = '\\n=== exit code ' + process.exitCode + ' after ' + durationMs + ' ms ===\\n';
  process.stdout.write(end);
  process.stderr.write(end);
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
process.exit(0);
`;
