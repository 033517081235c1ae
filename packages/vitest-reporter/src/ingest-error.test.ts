import { expect, it } from 'vitest';
import { ingestErrors } from './ingest-error.ts';

it('takes real errors, as Vitest hands over those of its own process, with what they hold', () => {
  const error = Object.assign(new AggregateError([new Error('no browser')], 'not started'), {
    log: ['launching'],
  });
  const messages = ingestErrors([error], (path) => path).map(({ message }) => message);
  expect(messages).toEqual(['AggregateError: not started', 'Error: no browser']);
});
