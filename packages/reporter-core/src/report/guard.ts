import type { Annotation, IngestResult } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { toPlainText } from '../text/unknown-value.ts';

/**
 * Returns the value of `work`. If it throws, returns the value of `instead`, so that one odd test does not affect
 * others.
 */
export function guard<Value>(work: () => Value, instead: (fault: unknown) => Value): Value {
  try {
    return work();
  } catch (fault) {
    return instead(fault);
  }
}

/** Facts about a test that are known without translating it. */
export type LeastResult = Pick<IngestResult, 'titlePath' | 'status'>;

/**
 * Returns the result of `translate`. If it throws, returns only title, file and status, with an annotation that
 * explains it. `least` reads title and status. If `least` throws too, the test counts as interrupted.
 */
export function guardResult(
  { file, variant }: Pick<IngestResult, 'file' | 'variant'>,
  translate: () => IngestResult,
  least: () => LeastResult,
): IngestResult {
  return guard(translate, (fault) => ({
    ...guard(least, () => ({ titlePath: ['(a test without a title)'], status: 'interrupted' })),
    file,
    variant,
    durationMs: 0,
    annotations: [buildUntranslatedNote(fault)],
  }));
}

/** The annotation for a result that is incomplete. */
export function buildUntranslatedNote(fault: unknown): Annotation {
  return {
    type: 'not-translated',
    description: `svc could not read this in full: ${describeFault(fault)}`,
  };
}

/** Returns the translated error. If that throws, an error with only the message. */
export function guardError(translate: () => TestError, message: () => unknown): TestError {
  return guard(translate, (fault) => {
    const read = guard(message, () => undefined);
    return { message: typeof read === 'string' && read !== '' ? read : describeFault(fault) };
  });
}

/** The message of a fault, which need not be an Error. */
export function describeFault(fault: unknown): string {
  return toPlainText(fault instanceof Error ? fault.message : fault);
}
