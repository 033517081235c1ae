import type { Command } from 'commander';
import type { Run } from './run.ts';

/** `svc upload [files…]` and `svc doctor`: what keeps results coming. */
export function declareUpkeep(program: Command, run: Run): void {
  program
    .command('upload')
    .summary('send executions that could not be sent before')
    .description('Sends spool files: those named, or all unsent ones of the project around.')
    .argument('[files...]', 'spool files')
    .action((files: string[], _: unknown, command: Command) =>
      run(command.optsWithGlobals(), async (context) => {
        const { upload } = await import('../commands/upload.ts');
        return upload(context, files);
      }),
    );
  program
    .command('doctor')
    .summary('what is wrong, and what to do')
    .description('Looks at Node, server, clock, key, spool and test configuration.')
    .action((_: unknown, command: Command) =>
      run(command.optsWithGlobals(), async (context) => {
        const { doctor } = await import('../commands/doctor.ts');
        return doctor(context);
      }),
    );
}
