import { FLAKY_KINDS } from '../bodies/cause-kinds.ts';
import { buildCause, toFailureCause, type FailureCause } from '../bodies/failure-causes.ts';
import type { TestSlot } from './file-plan.ts';
import type { Framework } from './framework.ts';
import type { HistoryShape } from '../history-shape.ts';
import { createRandom, deriveKey, type Random } from '../random.ts';
import type { TestTruth } from '../truth.ts';
import type { WorldProject } from '../world/world.ts';

const LOWEST_RATE = 0.005;
const HIGHEST_RATE = 0.4;

// Usual settings for CI.
const RETRIES: Record<Framework, number> = { vitest: 1, jest: 1, playwright: 2 };
const UNRETRIED_OTHERS = 0.02;

type Flakiness = Pick<TestTruth, 'trueFlakyRate' | 'flakyFrom' | 'flakyUntil' | 'retries'>;

/**
 * Decides whether a test is flaky, its rate and the causes. Flaky tests have equal distances, so that small histories
 * have their share. The logarithms of their rates are uniformly distributed.
 */
export function decideFlakiness(
  slot: TestSlot,
  shape: HistoryShape,
): Flakiness & { causes: FailureCause[] } {
  if (slot.world !== null) return findFlake(slot, slot.world);
  const random = createRandom(deriveKey(slot.key, 'flakiness'));
  const isFlaky =
    Math.floor((slot.index + 1) * shape.flakyShare + 0.5) >
    Math.floor(slot.index * shape.flakyShare + 0.5);
  const isUnretried = random.chance(isFlaky ? shape.unretriedShare : UNRETRIED_OTHERS);
  const retries = isUnretried ? 0 : RETRIES[slot.framework];
  if (!isFlaky) {
    return { trueFlakyRate: null, flakyFrom: null, flakyUntil: null, retries, causes: [] };
  }
  const magnitude = random.between(Math.log(LOWEST_RATE), Math.log(HIGHEST_RATE));
  return {
    trueFlakyRate: Math.round(Math.exp(magnitude) * 10_000) / 10_000,
    retries,
    ...drawFlakySpan(random, shape),
    causes: drawFlakyCauses(slot, random),
  };
}

function findFlake({ file, indexInFile, framework }: TestSlot, { flakes }: WorldProject) {
  const place = file.hasTwoVariants ? Math.floor(indexInFile / 2) : indexInFile;
  const flake = flakes.find(({ title }) => title === file.titles?.[place]);
  return {
    trueFlakyRate: flake?.rate ?? null,
    flakyFrom: null,
    flakyUntil: null,
    retries: flake?.retries ?? RETRIES[framework],
    causes: (flake?.causes ?? []).map(toFailureCause),
  };
}

/** Most flaky tests are flaky all the time. Some become flaky, and some are fixed. */
function drawFlakySpan(random: Random, { start, end }: HistoryShape) {
  const fate = random.unit();
  const at = new Date(Math.floor(random.between(start.getTime(), end.getTime())));
  return { flakyFrom: fate < 0.08 ? at : null, flakyUntil: fate > 0.92 ? at : null };
}

/** Chooses one to three causes of different kinds. */
function drawFlakyCauses(
  { file, framework, indexInFile }: TestSlot,
  random: Random,
): FailureCause[] {
  const kinds = FLAKY_KINDS[framework];
  const first = random.integer(kinds.length);
  return Array.from({ length: 1 + random.integer(3) }, (_, offset) => {
    const kind = kinds[(first + offset) % kinds.length] ?? 'timeout';
    const isInProduct = kind === 'notFound' || kind === 'deadlock' || kind === 'connectionReset';
    return buildCause({
      kind,
      subject: file.thing,
      file: isInProduct ? file.productPath : file.path,
      functionName: isInProduct ? file.productFunction : null,
      line: isInProduct ? 20 + random.integer(200) : 8 + indexInFile * 11,
    });
  });
}

/** Chooses the cause of a flaky run. If the test has several causes, two of three runs have the first. */
export function pickFlakyCause(causes: readonly FailureCause[], unit: number): FailureCause {
  const [first, ...others] = causes;
  if (first === undefined) throw new Error('a flaky test without a cause');
  if (others.length === 0 || unit < 2 / 3) return first;
  return others[Math.floor((unit - 2 / 3) * 3 * others.length)] ?? first;
}
