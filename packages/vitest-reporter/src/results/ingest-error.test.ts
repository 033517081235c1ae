import { expect, it } from 'vitest';
import { buildIngestErrors } from './ingest-error.ts';

it('reads Error objects, which Vitest reports for its own process', () => {
  const error = Object.assign(new AggregateError([new Error('no browser')], 'not started'), {
    log: ['launching'],
  });
  const messages = buildIngestErrors([error], (path) => path).map(({ message }) => message);
  expect(messages).toEqual(['AggregateError: not started', 'Error: no browser']);
});
