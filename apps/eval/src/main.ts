import { createHash } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WEIGHTS } from '@svc/analysis/classify/judge-failure';
import { Command } from 'commander';
import { MODES } from './corpus/body-of-case.ts';
import { ALL_MODES, STRESS_MODES, type AnyMode } from './corpus/failure-of-case.ts';
import { readCorpus, type Case } from './corpus/read-corpus.ts';
import { splitIntoFolds } from './fit/folds.ts';
import { train } from './fit/train.ts';
import { judgeAll, type Judge } from './judge/judge.ts';
import { judgeHere } from './judge/judge-here.ts';
import { createServerJudge } from './judge/server-judge.ts';
import { computeScores, type Judged } from './report/scores.ts';
import { formatMisses, formatTables } from './report/tables.ts';

const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/dev.jsonl', import.meta.url));
const WEIGHTS_FILE = fileURLToPath(
  new URL('../../../packages/analysis/src/classify/model/weights.json', import.meta.url),
);

interface Options {
  file?: string[];
  fit: boolean;
  shipped: boolean;
  misses: boolean;
  url?: string;
  apiKey?: string;
}

const program = new Command('pnpm eval')
  .description(
    'Measures the classifier of failures on labelled failures, twice: from their texts alone, and with their history. ' +
      'By default, each failure is judged with weights that were fitted without any failure of its repository.',
  )
  .option(
    '--file <path...>',
    'labelled failures, one JSON object a line (default: the corpus beside the checkout)',
  )
  .option(
    '--fit',
    'fit the weights that svc ships to the failures of --file, and write them',
    false,
  )
  .option(
    '--shipped',
    'judge with the weights that svc ships; this says little about failures that they were fitted to',
    false,
  )
  .option('--url <address>', 'let a running server judge, through POST /api/ci/analyze')
  .option('--api-key <key>', 'a key of that server (default: SVC_API_KEY)')
  .option('--misses', 'list the wrong verdicts', false)
  .action(evaluate);
await program.parseAsync();

async function evaluate(options: Options): Promise<void> {
  const cases = await readCases(options.file ?? [CORPUS]);
  if (options.fit) {
    // The shipped weights were fitted to more failures than the file next to the checkout has.
    if (options.file === undefined)
      return program.error('pnpm eval: --fit needs --file', { exitCode: 2 });
    const weights = { fittedTo: describeCases(cases), ...train(cases) };
    await writeFile(WEIGHTS_FILE, JSON.stringify(weights, null, 2));
    say(`fitted to ${cases.length} failures: ${WEIGHTS_FILE}\n`);
  }
  const judges = buildJudges(options, cases);
  for (const mode of options.url === undefined ? ALL_MODES : MODES) {
    const judged = await judgeWithAll(judges, mode);
    say(`${formatTables(mode, judged, computeScores(judged))}\n`);
    if (options.misses) say(`${formatMisses(judged)}\n`);
    say('');
  }
  if (options.url === undefined) say(`${await measureStress(judges)}\n`);
}

async function readCases(paths: readonly string[]): Promise<Case[]> {
  const files = await Promise.all(
    paths.map(async (path) => {
      await access(path).catch(() =>
        program.error(`pnpm eval: there is no file '${path}'\ntry: pnpm eval --file <path>`, {
          exitCode: 2,
        }),
      );
      return readCorpus(path);
    }),
  );
  const cases = files.flat();
  if (cases.length === 0)
    program.error('pnpm eval: the files hold no labelled failure', { exitCode: 2 });
  return cases;
}

/** Describes the failures that weights were fitted with. */
function describeCases(cases: readonly Case[]) {
  return {
    failures: cases.length,
    repositories: new Set(cases.map(({ repo }) => repo)).size,
    sha256: createHash('sha256').update(JSON.stringify(cases)).digest('hex').slice(0, 12),
  };
}

/** Judges with the cases that each of them judges. */
type Judges = { judge: Judge; cases: readonly Case[] }[];

function buildJudges(options: Options, cases: readonly Case[]): Judges {
  const { url, apiKey = process.env['SVC_API_KEY'] } = options;
  if (url === undefined) {
    if (options.shipped) return [{ judge: judgeHere(WEIGHTS), cases }];
    // Each case is judged with weights that were fitted without any case of its repository.
    return splitIntoFolds(cases).map(({ fit, judge }) => ({
      judge: judgeHere(train(fit)),
      cases: judge,
    }));
  }
  if (apiKey === undefined) {
    return program.error(
      'pnpm eval: --url needs a key\ntry: SVC_API_KEY=svc_… pnpm eval --url <address>',
      { exitCode: 2 },
    );
  }
  return [{ judge: createServerJudge(url, apiKey), cases }];
}

async function judgeWithAll(judges: Judges, mode: AnyMode): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { judge, cases } of judges) judged.push(...(await judgeAll(cases, mode, judge)));
  return judged;
}

/** Real bugs in tests that were flaky before, with other failures: a known flake would hide them. */
async function measureStress(judges: Judges): Promise<string> {
  const lines: string[] = [];
  for (const mode of STRESS_MODES) {
    const bugs = (await judgeWithAll(judges, mode)).filter(({ label }) => label === 'REAL_BUG');
    const hidden = bugs.filter(({ predicted }) => predicted === 'KNOWN_FLAKE');
    lines.push(`${mode}: ${hidden.length} of ${bugs.length} real bugs called KNOWN_FLAKE`);
  }
  return lines.join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
