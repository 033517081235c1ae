import type { TestError } from '@svc/contract/executions/test-errors';
import { withOwnFrame } from '../text/own-frame.ts';
import { buildTextError } from '../text/text-error.ts';

/** An error that a JavaScript framework reports as one text: the message, then the frames. */
export function buildStackError(text: string, sentPath: (path: string) => string): TestError {
  return withOwnFrame(buildTextError({ text }), sentPath);
}
