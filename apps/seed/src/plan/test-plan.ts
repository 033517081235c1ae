import type { IngestResult } from '@svc/contract/executions/ingest';
import type { FailureCause } from '../bodies/failure-causes.ts';
import type { HistoryShape } from '../history-shape.ts';
import { DEEDS, OBJECTS } from '../names.ts';
import { createRandom, deriveKey, type Random } from '../random.ts';
import { decideFlakiness } from './flakiness-plan.ts';
import { drawDrift, drawMedianMs } from '../bodies/duration.ts';
import type { TestSlot } from './file-plan.ts';
import type { TestTruth } from '../truth.ts';

/** A test with everything that its results are made from. */
export interface SeededTest {
  truth: TestTruth;
  /** The fields that all its results share. */
  facts: Pick<IngestResult, 'titlePath' | 'file'> & Partial<IngestResult>;
  /** The key of its random numbers. */
  key: number;
  flakyCauses: FailureCause[];
  /** The page that it opens first, in a browser. */
  page: string;
}

/** The tests of one slot over the whole history: one test, or two if it is renamed. */
export function planTests(slot: TestSlot, shape: HistoryShape): SeededTest[] {
  const random = createRandom(deriveKey(slot.key, 'life'));
  const at = new Date(Math.floor(random.between(shape.start.getTime(), shape.end.getTime())));
  const fate = random.unit();
  const title = buildTitle(slot, '');
  if (fate < 0.04) return [planTest(slot, shape, { titlePath: title, bornAt: at })];
  if (fate < 0.07) return [planTest(slot, shape, { titlePath: title, removedAt: at })];
  // No word of a renamed test would be natural for every title.
  if (fate < 0.085 && slot.world === null) {
    const renamed = buildTitle(slot, ', always');
    return [
      planTest(slot, shape, { titlePath: title, removedAt: at, renamedTo: renamed }),
      planTest(slot, shape, { titlePath: renamed, bornAt: at, renamedFrom: title }),
    ];
  }
  return [planTest(slot, shape, { titlePath: title })];
}

function planTest(
  slot: TestSlot,
  shape: HistoryShape,
  life: { titlePath: string[] } & Partial<TestTruth>,
): SeededTest {
  const { file, framework, indexInFile } = slot;
  const random = createRandom(deriveKey(slot.key, 'traits'));
  const line = 6 + indexInFile * 11;
  const medianMs = drawMedianMs(random, framework);
  const drift = drawDrift(random, shape);
  const { causes, ...flakiness } = decideFlakiness(slot, shape);
  const isFlaky = flakiness.trueFlakyRate !== null;
  const truth: TestTruth = {
    project: slot.project,
    file: file.path,
    variant: chooseVariant(slot),
    bornAt: null,
    removedAt: null,
    renamedFrom: null,
    renamedTo: null,
    skippedFrom: isFlaky ? null : drawSkippedFrom(random, shape),
    ...flakiness,
    flakyCauses: causes.map(({ id }) => id),
    medianMs,
    drift,
    ...life,
  };
  return {
    truth,
    facts: {
      titlePath: life.titlePath,
      file: file.path,
      line,
      column: 3,
      ...(truth.variant === null ? {} : { variant: truth.variant }),
      ...(file.owner === null ? {} : { owner: file.owner }),
      ...(random.chance(0.04) ? { tags: [random.pick(['slow', 'smoke', 'critical'])] } : {}),
      ...(truth.skippedFrom === null && !isFlaky && random.chance(0.003)
        ? { expectedFailure: true, annotations: [{ type: 'fails', description: 'known gap' }] }
        : {}),
    },
    key: slot.key,
    flakyCauses: causes,
    page: file.page,
  };
}

function buildTitle({ file, indexInFile, key }: TestSlot, suffix: string): string[] {
  // The two browsers of a file run the same titles.
  const place = file.hasTwoVariants ? Math.floor(indexInFile / 2) : indexInFile;
  const known = file.titles?.[place];
  if (known !== undefined) return [file.thing, known];
  const random = createRandom(deriveKey(file.hasTwoVariants ? file.key : key, 'title', place));
  const deed = DEEDS[place % DEEDS.length] ?? DEEDS[0];
  return [file.thing, `${deed} ${random.pick(OBJECTS)}${suffix}`];
}

function chooseVariant({ framework, file, indexInFile }: TestSlot): string | null {
  if (framework !== 'playwright') return null;
  return file.hasTwoVariants && indexInFile % 2 === 1 ? 'firefox' : 'chromium';
}

function drawSkippedFrom(random: Random, { start, end }: HistoryShape): Date | null {
  const draw = random.unit();
  if (draw < 0.012) return start;
  if (draw < 0.018) return new Date(Math.floor(random.between(start.getTime(), end.getTime())));
  return null;
}
