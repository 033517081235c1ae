import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { Argument, InvalidArgumentError } from 'commander';
import { causesOf } from '../../analysis/causes.ts';
import { CLASS_WORDS, classOfWord } from '../../analysis/fail-on.ts';
import type { CommandContext, CommonFlags } from '../../context/command-context.ts';
import { CommandError } from '../../errors/exit.ts';
import { refuseFlagsOfParent } from '../../errors/usage-error.ts';
import type { ProjectFlags } from '../../flags/filter-flags.ts';
import { addExamples, addProjectOptions } from '../../flags/filter-options.ts';
import { shellWord, typedFlags } from '../../flags/proposed-command.ts';
import { counted } from '../../format/numbers.ts';
import { terminalSafe } from '../../format/terminal-text.ts';
import type { Answer } from '../../output/answer.ts';
import { correctionText } from '../../views/analysis/correction-text.ts';
import { shortText } from '../../views/analysis/short-text.ts';
import type { DeclareCommand } from '../declare-command.ts';

const WORDS = Object.keys(CLASS_WORDS).join(', ');

/** `svc analyze correct <execution> <class>`. */
export const declareCorrect: DeclareCommand = (command, run) => {
  command
    .summary('tell svc the class that failures really have')
    .description(
      'Records the class that failures of an execution really have. Lists show it at once, and ' +
        'later failures with the same fingerprint follow it.',
    )
    .argument('<execution>', 'a number (812), an id, latest, or branch:NAME')
    .addArgument(new Argument('<class>', WORDS).argParser(classOf))
    .option('--test <test>', 'the failures of this test: its id, or part of its title')
    .option(
      '--fingerprint <fingerprint>',
      'the failures with this fingerprint, or its first digits',
    )
    .option('--all', 'all failures of the execution')
    .action((typed: string, classification: Classification) => {
      refuseFlagsOfParent(command);
      const flags = command.optsWithGlobals<CorrectFlags & CommonFlags>();
      return run(flags, (context) => correct(context, { typed, classification, flags }));
    });
  addProjectOptions(command);
  addExamples(
    command,
    "svc analyze correct 812 real-bug --test 'keeps the discount'",
    'svc analyze correct latest infra --fingerprint fp1:6be1aa00',
  );
};

interface CorrectFlags extends ProjectFlags {
  test?: string;
  fingerprint?: string;
  all?: boolean;
}

function classOf(word: string): Classification {
  const found = classOfWord(word);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`It must be one of ${WORDS}.`);
}

interface Correcting {
  typed: string;
  classification: Classification;
  flags: CorrectFlags;
}

async function correct(
  context: CommandContext,
  { typed, classification, flags }: Correcting,
): Promise<Answer> {
  const { allFailures, analyzedExecution, executionSubject } =
    await import('./analyze-execution.ts');
  const analyzeCommand = `svc analyze ${shellWord(typed)}`;
  const command = `svc analyze correct ${shellWord(typed)}`;
  const { client, taken, analysis } = await analyzedExecution(context, { typed, command, flags });
  if (analysis === null) {
    throw new CommandError(
      `'${typed}' has no failures to correct`,
      `svc executions show ${shellWord(typed)}`,
    );
  }
  const failures =
    analysis.failureCount > analysis.failures.length
      ? await allFailures(client, analysis.id)
      : analysis.failures;
  const chosen = chosenFailures(failures, flags, {
    seeCommand: `${analyzeCommand} ${typedFlags(flags, { all: true, limit: undefined })}`,
  });
  const answer = await client.analyses.feedback.mutate({
    id: analysis.id,
    classification,
    ...wireOf(chosen, flags),
  });
  const shown = terminalSafe({
    subject: executionSubject(analysis),
    taken,
    classification,
    before: [...new Set(chosen.map((failure) => failure.classification))],
    failures: chosen.length,
    fingerprints: answer.fingerprints.length,
    seeCommand:
      `${analyzeCommand} ${typedFlags(flags, { all: undefined, limit: undefined })}`.trim(),
  });
  return { data: answer, text: (look) => correctionText(shown, look) };
}

/** The failures that the flags name. @throws CommandError if they name none, or if it is not clear which. */
function chosenFailures(
  failures: Analysis['failures'],
  { test, fingerprint, all }: CorrectFlags,
  { seeCommand }: { seeCommand: string },
): FailureVerdict[] {
  const ofPrint =
    fingerprint === undefined ? failures : failures.filter((one) => hasPrint(one, fingerprint));
  const chosen = test === undefined ? ofPrint : ofTest(ofPrint, test);
  if (chosen.length === 0) {
    const what = [
      ...(test === undefined ? [] : [`of a test '${shortText(test)}'`]),
      ...(fingerprint === undefined ? [] : [`with the fingerprint '${shortText(fingerprint)}'`]),
    ];
    throw new CommandError(`no failure ${what.join(' ')}`.trim(), seeCommand);
  }
  const tests = new Set(chosen.map(({ testId, title }) => testId ?? title));
  if (test !== undefined && tests.size > 1) {
    const titles = [...new Set(chosen.map(({ title }) => `'${shortText(title, 60)}'`))];
    throw new CommandError(
      `${counted(tests.size, 'test')} match '${shortText(test)}': ${titles.slice(0, 3).join(', ')}${titles.length > 3 ? ', …' : ''}`,
      'write a whole title or a test id',
    );
  }
  const prints = new Set(chosen.map((one) => one.fingerprint));
  if (fingerprint !== undefined && prints.size > 1) {
    throw new CommandError(
      `${prints.size} fingerprints begin with '${shortText(fingerprint)}'`,
      'write more of its digits',
    );
  }
  const causes = causesOf(chosen).length;
  if (test === undefined && fingerprint === undefined && all !== true && causes > 1) {
    throw new CommandError(
      `the execution has ${counted(causes, 'cause')} of failures`,
      'add --test or --fingerprint for one of them, or --all',
    );
  }
  return chosen;
}

function hasPrint({ fingerprint }: FailureVerdict, typed: string): boolean {
  const word = typed.trim().toLowerCase().replace(/…$/, '');
  return word !== '' && (fingerprint.startsWith(word) || fingerprint.startsWith(`fp1:${word}`));
}

/** By its id, its exact title, or else a part of its title. */
function ofTest(failures: readonly FailureVerdict[], typed: string): FailureVerdict[] {
  const word = typed.trim().toLowerCase();
  if (word === '') return [];
  // The last part of a title, because an analysis has no other.
  const title = word.split(/ [›>] /).at(-1) ?? word;
  const rules: ((failure: FailureVerdict) => boolean)[] = [
    ({ testId }) => /^[0-9a-f]{4,32}$/.test(word) && testId?.startsWith(word) === true,
    (failure) => failure.title.trim().toLowerCase() === title,
    (failure) => failure.title.toLowerCase().includes(title),
  ];
  return rules.map((rule) => failures.filter(rule)).find((found) => found.length > 0) ?? [];
}

function wireOf(chosen: readonly FailureVerdict[], { test, fingerprint }: CorrectFlags) {
  const [first] = chosen;
  return {
    ...(test === undefined || first?.testId == null ? {} : { testId: first.testId }),
    ...(fingerprint === undefined || first === undefined ? {} : { fingerprint: first.fingerprint }),
  };
}
