import type { Annotation, IngestResult } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import { plainText } from '../text/plain-text.ts';

/** The value of `work`, or of `instead` where that throws: one odd test must not cost the others. */
export function guarded<Value>(work: () => Value, instead: (fault: unknown) => Value): Value {
  try {
    return work();
  } catch (fault) {
    return instead(fault);
  }
}

/** What is known of a test without translating it. */
export type LeastResult = Pick<IngestResult, 'titlePath' | 'status'>;

/**
 * The result of `translate`. Where that throws, title, file and status alone, with an annotation that
 * says so: `least` reads the first and the last, and if it throws too the test is called interrupted.
 */
export function guardedResult(
  { file, variant }: Pick<IngestResult, 'file' | 'variant'>,
  translate: () => IngestResult,
  least: () => LeastResult,
): IngestResult {
  return guarded(translate, (fault) => ({
    ...guarded(least, () => ({ titlePath: ['(a test without a title)'], status: 'interrupted' })),
    file,
    variant,
    durationMs: 0,
    annotations: [untranslated(fault)],
  }));
}

/** Says on a result what of it is missing. */
export function untranslated(fault: unknown): Annotation {
  return {
    type: 'not-translated',
    description: `svc could not read this in full: ${words(fault)}`,
  };
}

/** An error of which no more than its message could be read. */
export function guardedError(translate: () => TestError, message: () => unknown): TestError {
  return guarded(translate, (fault) => {
    const read = guarded(message, () => undefined);
    return { message: typeof read === 'string' && read !== '' ? read : words(fault) };
  });
}

/** A fault in words, also where it is no error. */
export function words(fault: unknown): string {
  return plainText(fault instanceof Error ? fault.message : fault);
}
