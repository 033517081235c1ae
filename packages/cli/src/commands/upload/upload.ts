import { REPORT_FORMATS } from '@svc/formats/report-format';
import { InvalidArgumentError, type Command } from 'commander';
import { addExamples } from '../../flags/filter-options.ts';
import { addNotes } from '../../flags/help-layout.ts';
import { buildChoiceOption, parseTags } from '../../flags/option-values.ts';
import { refuseReportFlags, type ReportFlags } from './reports/report-flags.ts';
import { findSavedRuns } from './saved-runs/saved-runs.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc upload [reports…]`: test reports, saved runs, or without arguments the saved runs of the project. */
export const declareUpload: DeclareCommand = (command, run) => {
  command
    .description(
      'Sends test reports as one execution. It reads JUnit XML, TRX, the XML of NUnit and ' +
        'xUnit.net, CTRF, TAP, folders of Allure results, and the JSON of go test, Cucumber, Dart, ' +
        'Flutter, Mocha, mochawesome, Vitest, Jest and Playwright. Without arguments, it sends the saved runs of this project: runs ' +
        'that a reporter could not send. Saved runs that you name go to the current server, ' +
        'even if they were saved for another one.',
    )
    .argument('[reports...]', 'files, folders or quoted globs; !glob excludes files')
    .action((words: string[]) =>
      run(command, async (invocation, flags: ReportFlags) => {
        const runs = words.length === 0 ? [] : await findSavedRuns(words, invocation.directory);
        if (runs === undefined) {
          const { uploadReports } = await import('./reports/upload-reports.ts');
          return uploadReports(invocation, words, flags);
        }
        refuseReportFlags(command.opts());
        const { uploadSavedRuns } = await import('./saved-runs/upload-saved-runs.ts');
        return uploadSavedRuns(invocation, runs);
      }),
    );
  addUploadOptions(command);
  addNotes(command, NOTE);
  addExamples(
    command,
    "svc upload 'target/surefire-reports/*.xml'",
    'svc upload junit.xml --project shop --name e2e --tag nightly',
    'svc upload reports --shard 1/3 --key "$BUILD_ID"',
    'svc upload',
    'svc upload node_modules/.cache/svc',
  );
};

function addUploadOptions(command: Command): void {
  command
    .option('--project <name>', "the project (default: the repository's name)")
    .option('--name <name>', 'distinguishes several executions of one CI run')
    .option('--framework <name>', 'what ran the tests (default: read from the report)')
    .option('--tag <tag>', 'a tag of the execution; repeatable, or separated by commas', parseTags)
    .option('--environment <name>', 'where the tests ran (default: ci or local)')
    .option('--branch <name>', 'the branch (default: from CI or git)')
    .option('--commit <hash>', 'the commit (default: from CI or git)')
    .option('--shard <i/n>', 'these reports are part i of n, such as 1/3', parseShard)
    .option(
      '--key <key>',
      'uploads with the same key form one execution (default: the CI run; outside CI, made from ' +
        'the reports, and from the commit if they have no times)',
    )
    .option('--root <folder>', 'the folder that paths in the reports are relative to')
    .addOption(
      buildChoiceOption(
        '--format <format>',
        'for files whose format is not recognized',
        REPORT_FORMATS,
      ),
    )
    .option('--dry-run', 'show what would be sent, and send nothing')
    .option('--markdown', 'print as Markdown, for a pull request');
}

const NOTE =
  'If a report is cut off, svc sends what it can read of it and all other reports. The execution then fails with an ' +
  'error that names the file, and svc exits with 1. Files that tools write beside their ' +
  'reports, such as coverage, are left out. If another file is not a report, svc sends nothing and exits with 2. To ' +
  'send all or nothing: svc upload --dry-run … && svc upload …';

/** `1/3`. */
function parseShard(text: string): { index: number; total: number } {
  const [, index, total] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const parsed = { index: Number(index), total: Number(total) };
  if (parsed.index >= 1 && parsed.index <= parsed.total) return parsed;
  throw new InvalidArgumentError('It must be one part of several, such as 1/3.');
}
