import type { Whoami } from '@svc/contract/people/whoami';
import { expect, it } from 'vitest';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { formatContexts, type ShownContext } from './contexts-text.ts';
import { formatSignInCode, formatLogin } from './login-text.ts';
import { formatWhoami } from './whoami-text.ts';

const whoami: Whoami = {
  organization: { id: '01a2166c-234b-71f2-b27c-c8f13e593e65', name: 'Default' },
  credential: {
    kind: 'session',
    id: '1',
    name: 'ada@example.com',
    role: 'owner',
    scope: null,
    bounds: null,
    expiresAt: '2026-11-28T09:30:00.000Z',
  },
  limits: { readsPerMinute: 100, writesPerMinute: 10 },
  server: { version: '0.1.0', time: '2026-11-21T09:30:00.000Z' },
};

const shown = (lines: string[]) => `\n${lines.join('\n')}\n`;

const session = {
  whoami,
  url: 'https://svc.example.com',
  urlFrom: 'the context svc.example.com',
  credentialFrom: 'the context svc.example.com',
  keyHint: undefined,
};

const whoamiAt = (columns: number) => shown(formatWhoami(session, plainLook({ columns })));

it('says who a session is at 40, 80 and 120 columns', () => {
  expect(whoamiAt(40)).toMatchInlineSnapshot(`
    "
    ada@example.com, owner of Default
      server   https://svc.example.com (svc
               0.1.0), from the context
               svc.example.com
      session  from the context
               svc.example.com
      limits   100 reads and 10 writes a
               minute
      expires  2026-11-28 09:30:00 UTC,
               later with each day of use
    "
  `);
  expect(whoamiAt(80)).toMatchInlineSnapshot(`
    "
    ada@example.com, owner of Default
      server   https://svc.example.com (svc 0.1.0), from the context svc.example.com
      session  from the context svc.example.com
      limits   100 reads and 10 writes a minute
      expires  2026-11-28 09:30:00 UTC, later with each day of use
    "
  `);
  expect(whoamiAt(120)).toBe(whoamiAt(80));
});

it('says what an API key may do, and where it comes from', () => {
  const credential = {
    ...whoami.credential,
    kind: 'apiKey' as const,
    name: 'CI',
    role: 'apiKey' as const,
    scope: 'ingest' as const,
    bounds: { projects: ['web'], branches: ['!release/*'], mayClaimBase: false },
    expiresAt: null,
  };
  const key = {
    ...session,
    whoami: { ...whoami, credential },
    credentialFrom: 'SVC_API_KEY',
    keyHint: 'svc_…a91c',
  };
  expect(shown(formatWhoami(key, plainLook()))).toMatchInlineSnapshot(`
    "
    key CI (scope ingest) of Default
      server   https://svc.example.com (svc 0.1.0), from the context svc.example.com
      key      svc_…a91c, from SVC_API_KEY
      bound    only project web, not branches release/*, not the base branch
      limits   100 reads and 10 writes a minute
      expires  never
    "
  `);
});

const signedIn = {
  whoami,
  url: 'https://svc.example.com',
  name: 'svc.example.com',
  path: '/home/ada/.config/svc/config.json',
};

it('says what svc login did', () => {
  expect(shown(formatLogin(signedIn, plainLook()))).toMatchInlineSnapshot(`
    "
    ✓ signed in to https://svc.example.com
      as       ada@example.com, owner of Default
      context  svc.example.com, the current one
      stored   /home/ada/.config/svc/config.json
    "
  `);
  expect(formatLogin(signedIn, plainLook({ quiet: true }))).toEqual([
    '✓ signed in to https://svc.example.com',
  ]);
  const ascii = shown(formatLogin(signedIn, plainLook({ glyphs: ASCII_GLYPHS })));
  expect(ascii).toContain('+ signed in to https://svc.example.com');
});

it('shows the code where to type it', () => {
  const code = { url: 'https://svc.example.com/device', userCode: 'BCDF-GHJK' };
  expect(shown(formatSignInCode(code, { opens: false }))).toMatchInlineSnapshot(`
    "
    Open https://svc.example.com/device in a browser, on any machine.
    Type this code there, and check what the page shows before you approve:

        BCDF-GHJK

    "
  `);
  expect(formatSignInCode(code, { opens: true })[0]).toBe(
    'Opening https://svc.example.com/device in the browser.',
  );
});

const items: ShownContext[] = [
  {
    name: 'localhost:4400',
    url: 'http://localhost:4400',
    credential: 'apiKey',
    user: null,
    isCurrent: false,
  },
  {
    name: 'svc.example.com',
    url: 'https://svc.example.com',
    credential: 'session',
    user: 'ada@example.com',
    isCurrent: true,
  },
];

it('lists contexts at 40, 80 and 120 columns', () => {
  const list = { items, path: '/home/ada/.config/svc/config.json' };
  const at = (columns: number) => shown(formatContexts(list, plainLook({ columns })));
  expect(at(40)).toMatchInlineSnapshot(`
    "
      localhost:4400
            http://localhost:4400
    * svc.example.com
            https://svc.example.com
    "
  `);
  expect(at(80)).toMatchInlineSnapshot(`
    "
    CONTEXT            SERVER                   SIGNED IN
      localhost:4400   http://localhost:4400    with an API key
    * svc.example.com  https://svc.example.com  as ada@example.com
    "
  `);
  expect(at(120)).toBe(at(80));
});
