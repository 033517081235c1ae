import { expect, it } from 'vitest';
import { checkServer, type ServerQuestion } from './check-server.ts';

const ANSWERED_AT = '2026-11-21T09:30:00.000Z';

/** A server that answers within 4 ms, and a machine whose clock is `aheadMs` ahead of it. */
function makeQuestion(aheadMs: number, version = '0.1.0'): ServerQuestion {
  const times = [-2, 2].map((ms) => Date.parse(ANSWERED_AT) + aheadMs + ms);
  return {
    url: 'http://svc:4400',
    svcVersion: '0.1.0',
    world: {
      env: {},
      clock: { now: () => new Date(times.shift() ?? 0) },
      fetch: () => Promise.resolve(Response.json({ status: 'ok', version, time: ANSWERED_AT })),
    },
  };
}

it.each(['https://svc.example/healthz', '/login?next=healthz'])(
  'follows no redirect to %s, and names it',
  async (location) => {
    let redirect: unknown;
    const question = makeQuestion(0);
    question.world.fetch = (_url, init) => {
      redirect = init?.redirect;
      return Promise.resolve(new Response(null, { status: 308, headers: { location } }));
    };
    expect(await checkServer(question)).toMatchObject({
      status: 'failed',
      text: `server http://svc:4400 redirects to ${location}`,
      exitStatus: 4,
    });
    expect(redirect).toBe('manual');
  },
);

it('compares clocks at half of the round trip', async () => {
  expect(await checkServer(makeQuestion(-200))).toEqual({
    name: 'server',
    status: 'ok',
    text: 'server http://svc:4400 answers (svc 0.1.0, 4 ms, clock +0.2 s)',
    advice: [],
  });
});

it.each([
  [5_000, 'ok', []],
  [
    12_000,
    'warning',
    ["this machine's clock is 12 s ahead of the server's: synchronize both with NTP"],
  ],
  [
    -5_001,
    'warning',
    ["this machine's clock is 5 s behind the server's: synchronize both with NTP"],
  ],
])('judges a clock that is %i ms ahead', async (aheadMs, status, advice) => {
  expect(await checkServer(makeQuestion(aheadMs))).toMatchObject({ status, advice });
});

it('warns of another version, ignoring patches', async () => {
  expect(await checkServer(makeQuestion(0, '0.1.7'))).toMatchObject({ status: 'ok' });
  expect(await checkServer(makeQuestion(0, '0.2.0'))).toMatchObject({
    status: 'warning',
    advice: [
      'the server has version 0.2.0, this command 0.1.0: npm install --save-dev @svc/cli@0.2.0',
    ],
  });
});
