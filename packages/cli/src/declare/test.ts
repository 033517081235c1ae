import type { TestState } from '@svc/contract/outcomes';
import type { Command } from 'commander';
import type { CommonFlags } from '../context/command-context.ts';
import type { TestFlags } from '../commands/test.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../flags/filter-options.ts';
import type { Run } from './run.ts';

// The contract's own list would load zod.
export const TEST_STATES: readonly TestState[] = [
  'unknown',
  'healthy',
  'suspected',
  'flaky',
  'recovering',
  'broken',
];

/** `svc test <id|title>`. */
export function declareTest(program: Command, run: Run): void {
  const test = program
    .command('test')
    .summary('one test: state, last runs, why it failed')
    .description('One test, found by its id or by a part of its title or file.')
    .argument('<test>', 'an id, an id prefix (4+ characters) or part of the title')
    .action((wanted: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<TestFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { test } = await import('../commands/test.ts');
        return test(context, wanted, flags);
      });
    });
  addMarkdownOption(addLimitOption(addFilterOptions(test)));
  addExamples(
    test,
    "svc test 'keeps the discount'",
    'svc test 3f9c1ab2',
    "svc test 'checkout › keeps the discount' --branch main --from 90d",
  );
}
