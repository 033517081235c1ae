import { REPORT_FORMATS } from '@svc/formats/report-format';
import { InvalidArgumentError } from 'commander';
import type { CommonFlags } from '../../context/command-context.ts';
import { choice } from '../../flags/option-values.ts';
import { refuseReportFlags, type ReportFlags } from '../../reports/report-flags.ts';
import { savedRuns } from '../../saved-runs/saved-runs.ts';
import type { DeclareCommand } from '../declare-command.ts';

/** `svc upload [reports…]`: test reports, saved runs, or without arguments the saved runs of the project. */
export const declareUpload: DeclareCommand = (command, run) => {
  command
    .description(
      'Sends test reports of any tool as one execution: JUnit XML, CTRF, and the JSON of ' +
        'Vitest, Jest and Playwright. Without arguments it sends the saved runs of the ' +
        'project: runs that reporters could not send. Saved runs in named files, folders and ' +
        'globs go to the current address, also if they were saved for another one.',
    )
    .argument('[reports...]', 'files, folders or globs in quotes; !glob leaves out')
    .option('--project <name>', "the project (default: the repository's name)")
    .option('--name <name>', 'tells apart several executions of one CI run')
    .option('--framework <name>', 'what ran the tests (default: what the report tells)')
    .option('--tag <tag>', 'a tag of the execution; repeatable, or with commas', tags)
    .option('--environment <name>', 'where the tests ran (default: ci or local)')
    .option('--branch <name>', 'the branch (default: what CI or git tell)')
    .option('--commit <hash>', 'the commit (default: what CI or git tell)')
    .option('--shard <i/n>', 'these reports are one part of several, as in 1/3', shard)
    .option(
      '--key <key>',
      'uploads with one key make one execution (default: the CI run, else the reports, and the ' +
        'commit if they have no times)',
    )
    .option('--root <folder>', "the folder that the reports' paths start from")
    .addOption(choice('--format <format>', 'for files that are not recognised', REPORT_FORMATS))
    .option('--dry-run', 'read and show, and send nothing')
    .addHelpText('after', HELP)
    .action((words: string[]) => {
      const flags: CommonFlags & ReportFlags = command.optsWithGlobals();
      return run(flags, async (context) => {
        const runs = words.length === 0 ? [] : await savedRuns(words, context.directory);
        if (runs === undefined) {
          const { uploadReports } = await import('./upload-reports.ts');
          return uploadReports(context, words, flags);
        }
        refuseReportFlags(command.opts());
        const { uploadSavedRuns } = await import('./upload-saved-runs.ts');
        return uploadSavedRuns(context, runs);
      });
    });
};

const HELP = `
A report that breaks off does not hold up the others: all that could be read is
sent, the execution is failed with an error that names the file, and svc exits
with 1. A file that is no report at all stops it before anything is sent (2).
To send all or nothing: svc upload --dry-run … && svc upload …

Examples:
  svc upload 'target/surefire-reports/*.xml'
  svc upload junit.xml --project shop --name e2e --tag nightly
  svc upload reports --shard 1/3 --key "$BUILD_ID"
  svc upload
  svc upload node_modules/.cache/svc`;

function tags(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((tag) => tag.trim())].filter((tag) => tag !== '');
}

/** `1/3`. */
function shard(text: string): { index: number; total: number } {
  const [, index, total] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const parsed = { index: Number(index), total: Number(total) };
  if (parsed.index >= 1 && parsed.index <= parsed.total) return parsed;
  throw new InvalidArgumentError('It is one part of several, as in 1/3.');
}
