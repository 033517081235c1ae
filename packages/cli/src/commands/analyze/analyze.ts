import { CLASSES_BY_SEVERITY, CLASS_WORDS } from '@svc/analysis/verdicts/class-words';
import { REPORT_FORMATS } from '@svc/formats/report-format';
import { type AnalyzeFlags, refuseCombinations } from './analyze-flags.ts';
import { FAIL_ON_CONDITIONS } from './met-conditions.ts';
import {
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../../flags/filter-options.ts';
import { buildChoiceOption, failOn } from '../../flags/option-values.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { declareCorrect } from './correct.ts';

const SHOWN_CAUSES = 5;

/** `svc analyze [execution]`, on a log or on reports, and `svc analyze correct`. */
export const declareAnalyze: DeclareCommand = (command, run) => {
  command
    .description(
      'Why an execution, a log or reports failed: a class for each cause with what speaks for and ' +
        'against it, and a plan. The server judges executions and logs. This machine judges ' +
        'reports, and logs with --offline or without an API key; it knows no history.',
    )
    .argument('[execution]', 'a number (812), an id, latest (default), or branch:NAME')
    .option('--log <file>', "the CI job's log, at most 5 MB; - reads stdin")
    .option('--report <files...>', 'reports to judge here: files, folders or quoted globs')
    .option('--offline', 'judge a log here, and send nothing')
    .action((reference: string | undefined) =>
      run(command, async (invocation, flags: AnalyzeFlags) => {
        refuseCombinations(reference, flags);
        if (flags.report !== undefined) {
          const { analyzeReports } = await import('./analyze-reports.ts');
          return analyzeReports(invocation, { ...flags, report: flags.report });
        }
        if (flags.log !== undefined && reference === undefined) {
          const { analyzeLog } = await import('./analyze-log.ts');
          return analyzeLog(invocation, { ...flags, log: flags.log });
        }
        const { analyzeExecution } = await import('./analyze-execution.ts');
        return analyzeExecution(invocation, reference, flags);
      }),
    );
  command
    .addOption(
      failOn(
        FAIL_ON_CONDITIONS,
        `exit with 1 if a failure has this class, or is unsure: ${FAIL_ON_CONDITIONS.join(', ')}; repeatable`,
      ),
    )
    .option('--framework <name>', 'what ran the tests of the reports (default: from the report)')
    .option('--root <folder>', 'the folder that paths in the reports are relative to')
    .addOption(
      buildChoiceOption('--format <format>', 'of reports that are not recognized', REPORT_FORMATS),
    );
  addProjectOptions(command);
  addLimitOption(command, { text: 'how many causes', rows: SHOWN_CAUSES }).option(
    '--all',
    'all causes',
  );
  addMarkdownOption(command);
  command.addHelpText('after', HELP);
  declareCorrect(command.command('correct'), run);
};

const CLASSES = CLASSES_BY_SEVERITY.map(
  (one) => `  ${one.padEnd(11)}  ${CLASS_WORDS[one].meaning}`,
).join('\n');

const HELP = `
Classes, the most severe first:
${CLASSES}
A verdict below 60 % is unsure: it has two candidates instead of a class, and its plan begins
with what tells them apart. --fail-on real-bug counts the ones that may be a real bug.

Examples:
  svc analyze
  svc analyze 812 --project web --markdown
  svc analyze branch:main --log build.log --fail-on real-bug
  gh run view --log-failed | svc analyze --log -
  svc analyze --report 'reports/**/*.xml' --fail-on real-bug,healable`;
