import { CommandError } from './errors/exit.ts';
import { printFailure, printStack, watchOutput } from './terminal/print.ts';
import { parseAndRun } from './program.ts';
import type { World } from './world.ts';

/**
 * Runs the command in a world: arguments in, exit status out, which is one of `EXIT_STATUSES` or that of a command that
 * svc ran. Prints every failure; never rejects, because `toFailure` has an answer for any error.
 */
export async function runProgram(args: readonly string[], world: World): Promise<number> {
  const outputIsWritten = watchOutput(world);
  try {
    const exitStatus = await parseAndRun(args, world);
    await outputIsWritten();
    return exitStatus;
  } catch (error) {
    const { toFailure } = await import('./errors/failure.ts');
    const failure = toFailure(error, args);
    printFailure(world, failure);
    if (isVerbose(args) && !(error instanceof CommandError)) printStack(world, error);
    return failure.exitStatus;
  }
}

/** Reads the raw arguments, because parsing them may be what failed. */
function isVerbose(args: readonly string[]): boolean {
  return args.includes('-v') || args.includes('--verbose');
}
