import type { TestError } from '@svc/contract/executions/test-errors';
import { withOwnFrame } from '../own-frame.ts';
import { buildTextError } from '../text-error.ts';

/** An error that a JavaScript framework reports as one text: the message, then the frames. */
export function buildStackError(text: string, sentPath: (path: string) => string): TestError {
  return withOwnFrame(buildTextError({ text }), sentPath);
}
