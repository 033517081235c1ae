/* oxlint-disable no-console -- a command */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeMutant } from './judge-mutant.ts';
import { MUTANTS } from './list/index.ts';
import { packageOf } from './mutant.ts';
import {
  missedMutants,
  verdictLine,
  verdictSummary,
  verdictTable,
  type JudgedMutant,
} from './verdict-table.ts';
import { copyOf } from './work-copy.ts';

// Puts small faults into a copy of the product, one at a time, and counts how many the tests catch: `pnpm prove mutants`.

const HELP = `pnpm prove mutants [options]

  --only TEXT      only mutants with the text in their name, file or package; repeatable
  --list           print the mutants, and run nothing
  --json FILE      write the verdicts to the file, after each mutant
  --commit COMMIT  source and tests of this commit (default: the work tree)
  --from FOLDER    source and tests of this checkout (default: this one)

Exits with 1 if a mutant is not caught that is not marked as one that survives.`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
    commit: { type: 'string' },
    from: { type: 'string', default: ROOT },
    help: { type: 'boolean', default: false },
  },
});
const wanted = MUTANTS.filter(
  (mutant) =>
    options.only.length === 0 ||
    options.only.some((text) => `${mutant.name}\n${mutant.file}`.includes(text)),
);

if (options.help) console.log(HELP);
else if (options.list) {
  for (const one of wanted) console.log(`${packageOf(one)}: ${one.name}`);
} else if (wanted.length === 0) {
  console.error('no mutant has this text');
  process.exitCode = 2;
} else await judgeAll();

async function judgeAll(): Promise<void> {
  const json = options.json === undefined ? undefined : resolve(options.json);
  console.log('copying the checkout and installing its dependencies');
  const { folder, remove } = copyOf(options.from, options.commit);
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(130));
  const judged: JudgedMutant[] = [];
  const unsteady = new Set<string>();
  for (const mutant of wanted) {
    const startMs = performance.now();
    const verdict = await judgeMutant(folder, mutant, unsteady);
    const one = { mutant, verdict, seconds: (performance.now() - startMs) / 1_000 };
    judged.push(one);
    console.log(`${`${judged.length}/${wanted.length}`.padStart(5)}  ${verdictLine(one)}`);
    if (json !== undefined) writeFileSync(json, jsonOf(judged));
  }
  console.log(`\n${verdictTable(judged).join('\n')}`);
  const missed = missedMutants(judged);
  for (const { name } of missed) console.log(`NOT CAUGHT: ${name}`);
  console.log(verdictSummary(judged));
  if (missed.length > 0) process.exitCode = 1;
}

function jsonOf(judged: readonly JudgedMutant[]): string {
  const rows = judged.map(({ mutant: { name, file }, verdict, seconds }) => ({
    name,
    file,
    ...verdict,
    seconds: Math.round(seconds),
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
