import type { ServerResponse } from 'node:http';
import { createSvcClient } from '@svc/client';
import { startAnsweringServer } from '@svc/client/test/answering-server.ts';
import type { DeviceSignInAnswer } from '@svc/contract/people/device-sign-in';
import { clock } from '@svc/reporter-core/clock';
import { expect, it, onTestFinished } from 'vitest';
import { signInWithBrowser } from './browser-sign-in.ts';

type Turn = DeviceSignInAnswer | 'no answer';

function send(response: ServerResponse, data: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ result: { data } }));
}

/** Signs in at a server that gives these answers in turn, with a code that is valid for `validMs`. */
async function signInAt(turns: Turn[], validMs = 60_000) {
  const server = await startAnsweringServer((request, response) => {
    if (request.url?.includes('begin') === true) {
      return send(response, {
        deviceCode: 'secret',
        userCode: 'BCDF-GHJK',
        url: 'https://svc.example.com/device',
        // The server's clock is a year behind.
        expiresAt: new Date(clock.now().getTime() - 365 * 86_400_000).toISOString(),
        expiresInSeconds: validMs / 1000,
        intervalSeconds: 0,
      });
    }
    const turn = turns.shift();
    if (turn === undefined || turn === 'no answer') return request.destroy();
    return send(response, turn);
  });
  onTestFinished(() => server.close());
  const shown: object[] = [];
  const signedIn = await signInWithBrowser({
    client: createSvcClient({ url: server.url }),
    show: (begun) => shown.push(begun),
  });
  return { signedIn, shown };
}

const approved: Turn = { status: 'approved', token: 'a.b', email: 'ada@example.com' };

it('shows the code, and waits until a person has approved, also while the server is away', async () => {
  expect(
    await signInAt([{ status: 'pending' }, 'no answer', { status: 'pending' }, approved]),
  ).toEqual({
    signedIn: { token: 'a.b', user: 'ada@example.com' },
    shown: [{ url: 'https://svc.example.com/device', userCode: 'BCDF-GHJK' }],
  });
});

it.each([
  ['denied', 'the sign-in was refused in the browser'],
  ['expired', 'nobody approved the code BCDF-GHJK in time'],
] as const)('ends when the code is %s', async (status, problem) => {
  await expect(signInAt([{ status: 'pending' }, { status }])).rejects.toMatchObject({
    message: problem,
    remedy: 'svc login',
    exitStatus: 3,
  });
});

it('does not wait for a server longer than the code is valid', async () => {
  await expect(signInAt(['no answer'], -1)).rejects.toMatchObject({ code: 'UNREACHABLE' });
});
