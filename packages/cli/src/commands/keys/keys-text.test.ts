import type { ListedApiKey } from '@svc/contract/people/api-keys';
import { expect, it } from 'vitest';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { formatKeys, type KeyList } from './keys-text.ts';

function makeKey(changes: Partial<ListedApiKey> = {}): ListedApiKey {
  return {
    id: '01a2166c-234b-71f2-b27c-c8f13e593e65',
    name: 'CI',
    hint: 'a91c',
    scope: 'ingest',
    projects: null,
    branches: null,
    mayClaimBase: true,
    readsPerMinute: null,
    writesPerMinute: 200,
    status: 'active',
    createdAt: '2026-11-01T09:30:00.000Z',
    createdBy: 'ada@example.com',
    lastUsedAt: '2026-11-21T09:16:00.000Z',
    expiresAt: '2027-02-01T09:30:00.000Z',
    revokedAt: null,
    limits: { readsPerMinute: 100, writesPerMinute: 200 },
    ...changes,
  };
}

const list: KeyList = {
  items: [
    makeKey(),
    makeKey({
      name: 'the nightly build of the shop',
      scope: 'full',
      lastUsedAt: null,
      expiresAt: null,
    }),
    makeKey({ name: 'old', status: 'expired', expiresAt: '2026-11-19T09:30:00.000Z' }),
  ],
  total: { count: 4, isAtLeast: false },
  moreCommand: 'svc keys --limit 4',
  hidden: 2,
};

const at = (columns: number, changes: Partial<KeyList> = {}) =>
  `\n${formatKeys({ ...list, ...changes }, plainLook({ columns })).join('\n')}\n`;

it('lists keys at 40, 80 and 120 columns', () => {
  expect(at(40)).toMatchInlineSnapshot(`
    "
    CI                             svc_…a91c
            ingest · used 14 min ago
    the nightly build of the shop  svc_…a91c
            full · never used
    old                            svc_…a91c
            ingest · expired
    3 of 4. More: svc keys --limit 4
    2 expired or revoked: svc keys --all
    "
  `);
  expect(at(80)).toMatchInlineSnapshot(`
    "
    NAME                   KEY        SCOPE   STATUS   A MINUTE  USED        ENDS
    CI                     svc_…a91c  ingest  active    100/200  14 min ago  in 72 d
    the nightl…f the shop  svc_…a91c  full    active    100/200  never       –
    old                    svc_…a91c  ingest  expired   100/200  14 min ago  2 d ago
    3 of 4. More: svc keys --limit 4
    2 expired or revoked: svc keys --all
    "
  `);
  expect(at(120)).toMatchInlineSnapshot(`
    "
    NAME                           KEY        SCOPE   STATUS   A MINUTE  USED        ENDS
    CI                             svc_…a91c  ingest  active    100/200  14 min ago  in 72 d
    the nightly build of the shop  svc_…a91c  full    active    100/200  never       –
    old                            svc_…a91c  ingest  expired   100/200  14 min ago  2 d ago
    3 of 4. More: svc keys --limit 4
    2 expired or revoked: svc keys --all
    "
  `);
});

it('proposes the first one', () => {
  expect(at(80, { items: [], total: { count: 0, isAtLeast: false }, hidden: 0 }))
    .toMatchInlineSnapshot(`
    "
    No active API keys.
    Create one: svc keys create CI --scope ingest
    "
  `);
});
