import type { Command } from 'commander';
import type { Run } from './run.ts';

/** `svc doctor`. */
export function declareUpkeep(program: Command, run: Run): void {
  program
    .command('doctor')
    .summary('what is wrong, and what to do')
    .description('Looks at Node, server, clock, key, saved runs and test configuration.')
    .action((_: unknown, command: Command) =>
      run(command.optsWithGlobals(), async (context) => {
        const { doctor } = await import('../commands/doctor.ts');
        return doctor(context);
      }),
    );
}
