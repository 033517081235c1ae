import type { TestError } from '@svc/contract/executions/test-errors';
import { withOwnFrame } from '../own-frame.ts';
import { textError } from '../text-error.ts';

/** An error that a JavaScript framework reports as one text: the message, then the frames. */
export function stackError(text: string, sentPath: (path: string) => string): TestError {
  return withOwnFrame(textError({ text }), sentPath);
}
