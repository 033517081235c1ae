import { describe } from 'vitest';
import { askReference } from './ask-reference.ts';
import { holdCompare } from './compare-answers.ts';
import { holdFailures } from './failures-answers.ts';
import { holdFlakyTests } from './flaky-tests-answers.ts';
import { holdMetrics } from './metrics-answers.ts';
import { holdTests } from './tests-answers.ts';
import { holdTrends } from './trends-answers.ts';
import { handMadeUploads } from './uploads.ts';

// Names serve as ids here, and messages as fingerprints: the data set has one message for each cause.
const uploads = handMadeUploads().map(({ name, body }) => ({ executionId: name, body }));
const reference = askReference(uploads, ({ errors }) => errors[0]?.message ?? null);

describe.each([
  ['metrics', holdMetrics],
  ['trends', holdTrends],
  ['flaky tests', holdFlakyTests],
  ['tests', holdTests],
  ['failures', holdFailures],
  ['comparisons', holdCompare],
])('the reference answers the hand-made %s:', (_, hold) => {
  hold(() => reference);
});
