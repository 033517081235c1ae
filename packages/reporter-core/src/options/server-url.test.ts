import { expect, it } from 'vitest';
import { parseServerUrl } from './server-url.ts';

it.each([
  ['http://localhost:4400/', 'http://localhost:4400'],
  ['http://localhost:4400/executions', 'http://localhost:4400'],
  ['https://svc.example.com/executions/0193-a?tab=gate#x', 'https://svc.example.com'],
  ['https://svc.example.com/settings/api-keys', 'https://svc.example.com'],
  ['https://svc.example.com/projects/acme%2Fshop/pull-requests/7', 'https://svc.example.com'],
  ['https://svc.example.com/api/docs', 'https://svc.example.com'],
  ['https://example.com/svc/compare?head=1', 'https://example.com/svc'],
  ['https://example.com/tools/svc/docs/send/vitest/', 'https://example.com/tools/svc'],
  ['svc.example.com/flaky', 'https://svc.example.com'],
  // The path is not a page of the dashboard, so it may be a proxy's.
  ['https://example.com/executions-of-acme', 'https://example.com/executions-of-acme'],
  ['ftp://example.com/executions', undefined],
])('takes %s for %s', (value, url) => {
  expect(parseServerUrl(value)).toBe(url);
});
