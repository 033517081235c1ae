import type { ExitStatus } from './errors/exit.ts';
import {
  clearInterruptedLine,
  writeQuietlyWhenNobodyReads,
  printAtOnce,
  printFailure,
  printStack,
} from './output/print.ts';
import { svcVersion } from './version.ts';

/**
 * The whole command: arguments in, exit status out, which is one of `EXIT_STATUSES` or that of a command that svc ran.
 * Every other module except the printer and the version is loaded on demand, because a shell prompt or a script may ask
 * for the version on every line.
 */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    printAtOnce(svcVersion());
    return 0;
  }
  writeQuietlyWhenNobodyReads();
  process.once('SIGINT', interrupted);
  try {
    const { runProgram } = await import('./program.ts');
    return await runProgram(args);
  } catch (error) {
    const { failureOf } = await import('./errors/failure.ts');
    const { CommandError } = await import('./errors/exit.ts');
    const failure = failureOf(error, args);
    printFailure(failure);
    if (isVerbose(args) && !(error instanceof CommandError)) printStack(error);
    return failure.exitStatus;
  }
}

function interrupted(): void {
  clearInterruptedLine();
  process.exit(130 satisfies ExitStatus);
}

/** Reads the raw arguments, because parsing them may be what failed. */
function isVerbose(args: readonly string[]): boolean {
  return args.includes('-v') || args.includes('--verbose');
}
