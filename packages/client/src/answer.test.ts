import { expect, it } from 'vitest';
import { buildAnswerError } from './answer.ts';

it.each([
  ['https://svc.example.com/trpc/whoami.get', 'https://svc.example.com'],
  ['https://example.com/tools/svc/api/ingest', 'https://example.com/tools/svc'],
  // The name of a host in a compose file.
  ['http://api/trpc/whoami.get', 'http://api'],
  ['http://trpc:4400/svc/api/api/executions', 'http://trpc:4400/svc'],
  ['https://example.com/login', undefined],
])('names the server of %s: %s', (url, server) => {
  const response = Object.defineProperty(new Response(null, { status: 401 }), 'url', {
    value: url,
  });
  expect(buildAnswerError(response, null, 0).server).toBe(server);
});
