import { describe } from 'vitest';
import { ALL_ANSWERS } from './all-answers.ts';
import { askReference } from './ask-reference.ts';
import { handMadeUploads } from './uploads.ts';

// Names serve as ids here, and messages as fingerprints: the data set has one message for each cause.
const uploads = handMadeUploads().map(({ name, body }) => ({ executionId: name, body }));
const reference = askReference(uploads, ({ errors }) => errors[0]?.message ?? null);

describe.each(ALL_ANSWERS)('the reference answers the hand-made %s:', (_, hold) => {
  hold(() => reference);
});
