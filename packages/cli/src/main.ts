import { writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { clock } from '@svc/reporter-core/clock';
import type { ExitStatus } from './errors/exit.ts';
import { isNobodyReading } from './terminal/print.ts';
import { readSvcVersion } from './version.ts';
import type { World } from './world.ts';

/**
 * The whole command in its process: arguments in, exit status out. Every other module except the printer and the version
 * is loaded on demand, because a shell prompt or a script may ask for the version on every line.
 */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    printAtOnce(readSvcVersion());
    return 0;
  }
  process.once('SIGINT', handleInterrupt);
  const { runProgram } = await import('./run-program.ts');
  return runProgram(args, buildProcessWorld());
}

/** Reads on use what Node would have to initialize, and what may fail: the current folder may be deleted. */
function buildProcessWorld(): World {
  return {
    env: process.env,
    get directory() {
      return process.cwd();
    },
    platform: process.platform,
    arch: process.arch,
    nodeVersion: process.versions.node,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    events: process,
    clock,
    get timeZone() {
      return new Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    get fetch() {
      return fetch;
    },
    temporaryDirectory: tmpdir(),
    start: async ([program = '', ...args], env) => {
      const { default: spawn } = await import('cross-spawn');
      return spawn(program, args, { stdio: 'inherit', env });
    },
    showsLinks: async (name) => (await import('supports-hyperlinks')).default[name],
  };
}

/**
 * Prints one short line without `process.stdout`, whose initialization takes longer than everything else in `svc
 * --version`.
 */
function printAtOnce(line: string): void {
  try {
    writeSync(1, `${line}\n`);
  } catch (error) {
    if (!isNobodyReading(error)) throw error;
  }
}

/** A spinner may have hidden the cursor, and `^C` is on its line. */
function handleInterrupt(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K\u001b[?25h');
  process.exit(130 satisfies ExitStatus);
}
