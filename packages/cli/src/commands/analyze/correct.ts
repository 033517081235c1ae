import type { SvcClient } from '@svc/client';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { deriveLabel } from '@svc/analysis/verdicts/verdict-label';
import { Argument } from 'commander';
import { toWireChoice, chooseFailures, type FailureChoice } from './input/chosen-failures.ts';
import { listCandidateFailures } from './input/read-failures.ts';
import type { Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import type { ProjectFlags } from '../../asking/filter-flags.ts';
import { addExamples, addMarkdownOption, addProjectOptions } from '../../flags/filter-options.ts';
import { CLASS_FLAG_LIST, parseClass } from '../../flags/class-option.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { quoteShellWord, formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { computeEarliestFrom } from '../../asking/execution-reference.ts';
import { renderCorrectionMarkdown, formatCorrection } from './text/correction-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc analyze correct <execution> <class>`. */
export const declareCorrect: DeclareCommand = (command, run) => {
  command
    .summary('tell svc the class that failures really have')
    .description(
      'Records the class that failures of an execution really have. Lists show it at once, and ' +
        'later failures with the same fingerprint follow it.',
    )
    .argument('<execution>', 'a number (812), an id, latest, or branch:NAME')
    .addArgument(new Argument('<class>', CLASS_FLAG_LIST).argParser(parseClass))
    .option('--test <test>', 'the failures of this test: its id, or part of its title')
    .option(
      '--fingerprint <fingerprint>',
      'the failures with this fingerprint, or its first digits',
    )
    .option('--all', 'all failures of the execution')
    .action((typed: string, classification: Classification) =>
      run(command, (invocation, flags: CorrectFlags) =>
        correct(invocation, { typed, classification, flags }),
      ),
    );
  addProjectOptions(command);
  addMarkdownOption(command);
  addExamples(
    command,
    "svc analyze correct 812 real-bug --test 'keeps the discount'",
    'svc analyze correct latest infra --fingerprint fp2:6be1aa00',
  );
};

interface CorrectFlags extends ProjectFlags, FailureChoice {}

interface Correcting {
  typed: string;
  classification: Classification;
  flags: CorrectFlags;
}

async function correct(
  invocation: Invocation,
  { typed, classification, flags }: Correcting,
): Promise<Answer> {
  const { test, all } = flags;
  refuseAllAndSome(flags);
  const { readExecutionAnalysis, formatExecutionSubject } = await import('./analyze-execution.ts');
  const analyzeCommand = `svc analyze ${quoteShellWord(typed)}`;
  const command = `svc analyze correct ${quoteShellWord(typed)}`;
  // The proposed questions have no --fingerprint.
  const asked = { ...flags, fingerprint: undefined };
  const { client, choiceNote, analysis } = await readExecutionAnalysis(invocation, {
    typed,
    command,
    flags,
  });
  if (analysis === null) {
    throw new CommandError(
      `'${typed}' has no failures to correct`,
      `svc executions show ${quoteShellWord(typed)} ${formatFlags(asked, { all: undefined })}`.trim(),
    );
  }
  refuseWithoutChoice(analysis, flags);
  const read = await listCandidateFailures(client, analysis, flags);
  const chosen = await chooseFailures(read, flags, {
    seeCommand: `${analyzeCommand} ${formatFlags(asked, { all: true, limit: undefined })}`,
    titlePathsOf: (testId) => readTitlePaths(client, testId, invocation),
  });
  const answer = await client.analyses.feedback.mutate({
    id: analysis.id,
    classification,
    ...toWireChoice(chosen, flags),
  });
  const isWhole = read.length === analysis.failureCount || test !== undefined;
  const shown = makeTerminalSafe({
    subject: formatExecutionSubject(analysis),
    choiceNote,
    classification,
    before: isWhole ? [...new Set(chosen.map(deriveLabel))] : null,
    failures:
      all === true
        ? { count: analysis.failureCount, isAtLeast: false }
        : { count: chosen.length, isAtLeast: !isWhole },
    tests: [...new Set(chosen.map(formatFailureName))],
    fingerprints: answer.fingerprints.length,
    seeCommand:
      `${analyzeCommand} ${formatFlags(asked, { all: undefined, limit: undefined })}`.trim(),
  });
  return {
    data: answer,
    text: (look) => formatCorrection(shown, look),
    markdown: () => renderCorrectionMarkdown(shown),
  };
}

function refuseAllAndSome({ test, fingerprint, all }: CorrectFlags): void {
  if (all !== true || (test === undefined && fingerprint === undefined)) return;
  throw new CommandError(
    `--all and ${test === undefined ? '--fingerprint' : '--test'} cannot be combined`,
    'leave out --all to correct only these failures',
  );
}

/** Without a choice, all failures are meant, so the analysis must list all of them. */
function refuseWithoutChoice(
  { failures, failureCount }: Analysis,
  { test, fingerprint, all }: CorrectFlags,
): void {
  const isChosen = test !== undefined || fingerprint !== undefined || all === true;
  if (isChosen || failures.length === failureCount) return;
  throw new CommandError(
    `the execution has ${formatCount(failureCount, 'failure')}`,
    'add --test or --fingerprint for some of them, or --all',
  );
}

async function readTitlePaths(client: SvcClient, testId: string[], { world }: Invocation) {
  const query = {
    testId,
    from: computeEarliestFrom(world),
    source: 'all',
    recent: 0,
    limit: 100,
  } as const;
  const { items } = await client.tests.list.query(query);
  return new Map(items.map((one) => [one.testId, one.titlePath]));
}

function formatFailureName({ title, file }: FailureVerdict): string {
  return file === null || file === title ? title : `${title} (${file})`;
}
