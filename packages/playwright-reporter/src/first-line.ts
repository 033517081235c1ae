import { plainText } from '@svc/reporter-core/text/plain-text';

/** The first line of an error's message, without colours. */
export function firstLine(message: string | undefined): string | undefined {
  return message === undefined ? undefined : plainText(message).split('\n')[0];
}
