import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startServer, type TestServer } from '../../../test/server.ts';

const ID = '0198a0a0-0000-7000-8000-000000000001';
const SIGNATURE = 'k'.repeat(43);

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { SVC_LOG_LEVEL: 'info' } });
});
afterAll(() => server.stop());

it.each(['invitations', 'reset-password', 'confirm-sign-up'])(
  'logs the request for a link below /%s without what makes it valid',
  async (page) => {
    await fetch(`${server.url}/${page}/${ID}.${SIGNATURE}?token=${SIGNATURE}`, {
      headers: { accept: 'text/html' },
    });
    await vi.waitFor(() => expect(server.output()).toContain(`"path":"/${page}/${ID}.…"`));
    expect(server.output()).not.toContain(SIGNATURE);
  },
);
