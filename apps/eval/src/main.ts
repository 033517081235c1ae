import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeFailure } from '@svc/analysis/classify/judge-failure';
import type { Weights } from '@svc/analysis/classify/model';
import { WEIGHTS } from '@svc/analysis/classify/weights';
import { failureOfCase, MODES, type Mode } from './corpus/failure-of-case.ts';
import { readCorpus, type Case } from './corpus/read-corpus.ts';
import { foldsOf } from './fit/folds.ts';
import { train } from './fit/train.ts';
import { weightsFile } from './fit/weights-file.ts';
import { scoresOfVerdicts, type Judged } from './report/scores.ts';
import { missesOf, tablesOf } from './report/tables.ts';

const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/dev.jsonl', import.meta.url));
const WEIGHTS_FILE = fileURLToPath(
  new URL('../../../packages/analysis/src/classify/weights.ts', import.meta.url),
);

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: [CORPUS], multiple: true },
    fit: { type: 'boolean', default: false },
    shipped: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
});

const cases = (await Promise.all(values.file.map(readCorpus))).flat();
let shipped = WEIGHTS;
if (values.fit) {
  shipped = train(cases);
  await writeFile(WEIGHTS_FILE, weightsFile(shipped));
  process.stdout.write(`fitted to ${cases.length} failures: ${WEIGHTS_FILE}\n`);
}
for (const mode of MODES) {
  const judged = values.shipped ? judgeAll(cases, mode, shipped) : crossValidated(mode);
  process.stdout.write(`${tablesOf(mode, judged, scoresOfVerdicts(judged))}\n`);
  if (values.misses) process.stdout.write(`${missesOf(judged)}\n`);
  process.stdout.write('\n');
}

/** Judges each case with weights that were fitted without any case of its repository. */
function crossValidated(mode: Mode): Judged[] {
  return foldsOf(cases).flatMap(({ fit, judge }) => judgeAll(judge, mode, train(fit)));
}

function judgeAll(judged: readonly Case[], mode: Mode, weights: Weights): Judged[] {
  return judged.map((one) => {
    const verdict = judgeFailure(failureOfCase(one, mode), weights);
    return {
      id: one.id,
      label: one.label,
      said: verdict.classification,
      confidence: verdict.confidence,
      because: verdict.evidence
        .map(({ kind }) => kind)
        .join(' ')
        .slice(0, 60),
    };
  });
}
