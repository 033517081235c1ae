import type { Answer } from '../output/answer.ts';
import { EXIT_STATUSES } from '../errors/exit.ts';

/** `svc help exit-codes`. */
export function helpExitCodes(): Answer {
  return {
    data: EXIT_STATUSES,
    text: ({ colors }) => [
      colors.bold('What svc exits with'),
      '',
      ...EXIT_STATUSES.map(({ status, meaning }) => `${String(status).padStart(5)}  ${meaning}`),
    ],
  };
}
