import { text } from 'node:stream/consumers';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError, buildCannotCombineError } from '../../errors/exit.ts';
import { resolveProjectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { addNotes } from '../../flags/help-layout.ts';
import { parseCount } from '../../flags/option-values.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { runCommand } from '../gate/run/run-command.ts';
import { identifyFiles, listNamedFiles, type ListedFile } from './listed-files.ts';
import { choosePointInTime } from './point-in-time.ts';
import { readDurations, splitFailure } from './read-durations.ts';
import { divideFiles, type SplitPlan, type SplitShard } from './split-plan.ts';
import { formatBasis, formatShard, formatSplit } from './split-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc split <files…>`, and `svc split <files…> -- <command>`. */
export const declareSplit: DeclareCommand = (command, run) => {
  command
    .description(
      'Divides test files between the jobs of a CI run, so that all take about the same time. It ' +
        'counts how long each file took before, and prints the files of one job. The answer is the ' +
        'same in all jobs: only what the server had received half an hour before the commit counts.',
    )
    .argument('[files...]', 'files and quoted globs; !glob excludes files')
    .requiredOption('--shards <n>', 'how many jobs there are', parseCount)
    .option('--index <n>', 'which one this is, from 1 (default: show all)', parseCount)
    .option('--stdin', 'read the files from stdin, one a line, or separated by NUL')
    .option('--null', 'separate the files by NUL, for xargs -0')
    .option('--as-of <time>', 'durations up to this time instead, the same in all jobs')
    .option('--even', 'split by number, without a server; in all jobs or in none')
    .option('--project <name>', "the project (default: SVC_PROJECT, or the git remote's name)")
    .action((words: string[]) =>
      run(command, (invocation, flags: SplitFlags) =>
        split(invocation, withoutCommand(words, invocation), flags),
      ),
    );
  addNotes(command, ...NOTES);
  addExamples(
    command,
    "svc split --shards 4 --index 1 'src/**/*.test.ts' -- npx vitest run",
    'npx jest --listTests | svc split --stdin --shards 4 --index 1 -- npx jest --runTestsByPath',
    "svc split --shards 4 'e2e/**/*.spec.ts'",
  );
};

const NOTES = [
  'With a command after --, svc runs it with the files of this job as its last arguments, and exits with its exit ' +
    'status. It does not run it without files, which a test runner would take as all files. It sets SVC_SHARD, from ' +
    "which the reporters know that the jobs are shards of one execution. Written as 'npx vitest run $(svc split …)', " +
    'the runner would run all files if svc fails, and the gate would not know of jobs that are missing.',
  'If a job cannot reach the server, it fails with 4 instead of splitting by number on its own: files would run twice ' +
    'or never. --even in all jobs needs no server.',
];

interface SplitFlags extends ProjectFlags {
  shards: number;
  index?: number;
  stdin?: boolean;
  null?: boolean;
  asOf?: string;
  even?: boolean;
  json?: boolean;
}

interface SplitWords {
  files: readonly string[];
  /** The command after `--`; undefined without one. */
  program: readonly string[] | undefined;
}

// 10,000 jobs are more than any CI system starts.
const SHARDS_MOST = 10_000;

async function split(
  invocation: Invocation,
  words: SplitWords,
  flags: SplitFlags,
): Promise<Answer> {
  refuseFlags(flags, words);
  const listed = await readListedFiles(words.files, flags, invocation);
  const plan = await buildSplitPlan(invocation, listed, flags);
  const shard = plan.shards.find(({ index }) => index === flags.index);
  if (shard === undefined) {
    const shown = makeTerminalSafe(plan);
    return { data: plan, text: (look) => formatSplit(shown, look) };
  }
  const { printer, env, world } = invocation;
  printer.warn(formatBasis(plan));
  printer.warn(formatShard(plan, shard));
  if (listed.length === 0) printer.warn('there are no files on stdin');
  else if (shard.files.length === 0) {
    printer.warn('this shard has no files: there are more shards');
  }
  if (words.program === undefined) return buildFilesAnswer(plan, shard, flags);
  if (shard.files.length === 0) return { data: plan, text: () => [] };
  const program = [...words.program, ...shard.files];
  const shardEnv = { ...env, SVC_SHARD: formatReportedShard(plan, shard) };
  const { status } = await printer.activity.pausedDuring(() =>
    runCommand(program, shardEnv, world),
  );
  return { data: plan, text: () => [], commandStatus: status };
}

/**
 * The shard as reporters send it, such as `2/4`, so that the server waits for all of them. A shard without files runs
 * nothing and reports nothing, so it does not count.
 */
function formatReportedShard({ shards }: SplitPlan, shard: SplitShard): string {
  const running = shards.filter(({ files }) => files.length > 0);
  return `${running.indexOf(shard) + 1}/${running.length}`;
}

function refuseFlags({ shards, index, even, asOf, json }: SplitFlags, { program }: SplitWords) {
  if (shards > SHARDS_MOST) {
    throw new CommandError(`--shards ${shards} is too many`, `use at most ${SHARDS_MOST}`);
  }
  if (index !== undefined && index > shards) {
    throw new CommandError(
      `there is no shard ${index} of ${shards}`,
      `use an --index from 1 to ${shards}`,
    );
  }
  if (even === true && asOf !== undefined) {
    throw buildCannotCombineError('--even and --as-of');
  }
  if (program === undefined) return;
  if (index === undefined) {
    throw new CommandError('a command needs --index', 'add --index with the number of this job');
  }
  if (json === true) {
    throw buildCannotCombineError('a command and --json');
  }
}

async function readListedFiles(
  words: readonly string[],
  { stdin }: SplitFlags,
  { directory, world }: Invocation,
): Promise<ListedFile[]> {
  const named = await listNamedFiles(words, directory);
  if (stdin !== true) {
    if (named.length > 0) return named;
    throw new CommandError('no files to split', 'name files or a quoted glob, or add --stdin');
  }
  const input = await text(world.stdin);
  const lines = input.split(input.includes('\0') ? '\0' : /\r?\n/).filter((line) => line !== '');
  // From another program: a list that is empty is an answer too.
  return identifyFiles([...named.map(({ given }) => given), ...lines], directory);
}

async function buildSplitPlan(
  invocation: Invocation,
  listed: readonly ListedFile[],
  flags: SplitFlags,
): Promise<SplitPlan> {
  const evenly = { project: null, before: null, executions: 0 };
  if (flags.even === true) return { ...evenly, ...divideFiles(listed, flags.shards, new Map()) };
  const { project } = await resolveProjectScope(flags, invocation);
  if (project === undefined) {
    throw new CommandError(
      'no project: there is no git remote here, and SVC_PROJECT is not set',
      'add --project with the name of the project, or --even in all jobs',
    );
  }
  const time = await choosePointInTime(flags.asOf, invocation.directory);
  const durations = await askPatiently(invocation)
    .then((client) => readDurations(client, { project, time }))
    .catch((error: unknown) => {
      throw splitFailure(error, time);
    });
  if (durations.expired > 0) await refuseRerun(invocation, durations.expired);
  return {
    project,
    before: time.before,
    executions: durations.executions,
    ...divideFiles(listed, flags.shards, durations.byFile),
  };
}

// A failing split fails the job. All jobs of a CI run ask within a minute, and share the limit of one key.
const RETRY_BUDGET_MS = 120_000;

function askPatiently(invocation: Invocation) {
  return connect(invocation, undefined, RETRY_BUDGET_MS);
}

/**
 * A later attempt of a CI run may run only the jobs that failed. They must get the files of the first attempt, which
 * counted executions that are gone now.
 */
async function refuseRerun({ env, printer }: Invocation, expired: number): Promise<void> {
  const { detectCiRun: ciRun } = await import('@svc/reporter-core/facts/ci-facts');
  const attempt = ciRun(env)?.ci.runAttempt ?? 1;
  const problem = `retention has deleted the results of ${expired} executions whose durations counted`;
  if (attempt > 1) {
    throw new CommandError(
      `${problem}: an earlier attempt of this CI run may have split the files in another way`,
      'run all jobs again on a newer commit, or with --even in all jobs',
      4,
    );
  }
  printer.warn(problem);
}

function buildFilesAnswer(plan: SplitPlan, shard: SplitShard, flags: SplitFlags): Answer {
  const end = flags.null === true ? '\0' : '\n';
  const broken = shard.files.find((file) => file.includes(end));
  if (broken !== undefined && flags.json !== true) {
    throw new CommandError('the name of a file contains a line break', 'add --null, for xargs -0');
  }
  return {
    data: { ...plan, index: shard.index },
    text: () => shard.files,
    exact: shard.files.map((file) => file + end).join(''),
  };
}

/** Separates the words before the first `--` of the command line from those after it. The parser makes one list of them. */
function withoutCommand(words: readonly string[], { args }: Invocation): SplitWords {
  const start = args.indexOf('--');
  if (start === -1) return { files: words, program: undefined };
  const count = args.length - start - 1;
  return {
    files: words.slice(0, words.length - count),
    program: count === 0 ? undefined : words.slice(words.length - count),
  };
}
