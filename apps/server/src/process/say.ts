/* oxlint-disable no-console -- the only module that prints to the terminal of the person who starts the server */

import { findExplainedMessage, locateExplanation } from '@svc/contract/zod-free/troubleshooting';

/** Prints a line for the person at the terminal, in addition to the structured log. */
export function say(line: string): void {
  console.log(line);
}

export function sayError(line: string): void {
  console.error(line);
}

/** Prints why the program ends, and where the documentation explains it, if it does. */
export function sayFailure(text: string): void {
  sayError(text);
  const message = findExplainedMessage(text);
  if (message !== undefined) sayError(`see ${locateExplanation(message)}`);
}
