import type { Command } from 'commander';
import type { CommonFlags } from '../context/command-context.ts';
import type { CompareFlags } from '../commands/compare.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../flags/filter-options.ts';
import { durationMsOf, failOn, shareOf } from '../flags/option-values.ts';
import type { Run } from './run.ts';

const FAIL_ON_TEXT =
  'exit 1 on regressions, new-failures (regressions + failing new tests) or flaky (newly flaky); repeatable';

const LIMIT_TEXT = 'how many tests of each list; the summary counts all';

/** `svc compare <base> <head>`. */
export function declareCompare(program: Command, run: Run): void {
  const compare = program
    .command('compare')
    .summary('what changed from one execution to another')
    .description('What broke, got fixed, became flaky or slower between base and head.')
    .argument('<base>', 'a number (812), an id, latest, or branch:NAME')
    .argument('<head>', 'the same')
    .action((base: string, head: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<CompareFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { compare } = await import('../commands/compare.ts');
        return compare(context, { base, head }, flags);
      });
    });
  const conditions = ['regressions', 'new-failures', 'flaky'] satisfies CompareFlags['failOn'];
  compare
    .addOption(failOn(conditions, FAIL_ON_TEXT))
    .option(
      '--duration-threshold <share>',
      'slower or faster by at least this share (default: 20%)',
      shareOf,
    )
    .option('--min-duration <time>', 'and by at least this much (default: 50ms)', durationMsOf);
  addMarkdownOption(addLimitOption(addProjectOptions(compare), { text: LIMIT_TEXT }));
  addExamples(
    compare,
    'svc compare branch:main latest',
    'svc compare 811 812 --project web --markdown',
    'svc compare branch:main latest --fail-on regressions,flaky',
  );
}
