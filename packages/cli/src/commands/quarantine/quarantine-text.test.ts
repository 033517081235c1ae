import { expect, it } from 'vitest';
import { makeEntry } from '../../../test/samples/make-entry.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { formatEntries, type EntryList, renderEntriesMarkdown } from './entries-text.ts';
import { formatEntry, type ShownEntry } from './entry-text.ts';

function makeList(changes: Partial<EntryList> = {}): EntryList {
  return {
    items: [
      makeEntry(),
      makeEntry({
        titlePath: ['login', 'remembers the device'],
        variant: 'chromium',
        reason: 'the sandbox of the bank is down',
        fingerprints: 'any',
        owner: null,
        excusedCount: 0,
        lastExcusedAt: null,
        expiresAt: '2026-11-23T10:00:00.000Z',
      }),
      makeEntry({ state: 'expired', expiresAt: '2026-11-02T00:00:00.000Z' }),
      makeEntry({ state: 'lifted', endedAt: '2026-11-19T00:00:00.000Z', endedBy: 'server' }),
    ],
    total: { count: 4, isAtLeast: false },
    project: 'web',
    takenFrom: undefined,
    hasEnded: true,
    moreCommand: 'svc quarantine --all --limit 40',
    ...changes,
  };
}

function list(changes: Partial<EntryList> = {}, look = plainLook()): string {
  return `\n${formatEntries(makeList(changes), look).join('\n')}\n`;
}

function one(shown: Partial<ShownEntry> = {}, look = plainLook()): string {
  return `\n${formatEntry({ entry: makeEntry(), ...shown }, look).join('\n')}\n`;
}

it('lists state, end, what was excused, test and reason, at 120 and 80 columns', () => {
  expect(list({}, plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    web · 4 entries

    ID        STATE            ENDS  EXCUSED  TEST                                    REASON
    a91c44de  ✓ active      in 13 d        4  search › suggests as you type           https://github.com/…me/web/issues/1482
    a91c44de  ! active       in 2 d        –  login › remembers t… device [chromium]  the sandbox of the bank is down
    a91c44de  ○ expired  2026-11-02        4  search › suggests as you type           https://github.com/…me/web/issues/1482
    a91c44de  ○ lifted   2026-11-19        4  search › suggests as you type           https://github.com/…me/web/issues/1482
    One in full: svc quarantine show a91c44de
    "
  `);
  expect(list()).toMatchInlineSnapshot(`
    "
    web · 4 entries

    ID        STATE            ENDS  EXCUSED  TEST                REASON
    a91c44de  ✓ active      in 13 d        4  search › …you type  https://g…ues/1482
    a91c44de  ! active       in 2 d        –  login › r…hromium]  the sandb… is down
    a91c44de  ○ expired  2026-11-02        4  search › …you type  https://g…ues/1482
    a91c44de  ○ lifted   2026-11-19        4  search › …you type  https://g…ues/1482
    One in full: svc quarantine show a91c44de
    "
  `);
});

it('lists two lines an entry at 40 columns', () => {
  expect(list({}, plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · 4 entries

    a91c44de  search › suggests as you type
            ✓ active · in 13 d · 4 excused
    a91c44de  login › remembe…ice [chromium]
            ! active · in 2 d
    a91c44de  search › suggests as you type
            ○ expired · 2026-11-02
    a91c44de  search › suggests as you type
            ○ lifted · 2026-11-19
    One in full:
    svc quarantine show a91c44de
    "
  `);
});

it('names the project of each entry if all projects are listed', () => {
  expect(list({ project: undefined }, plainLook({ columns: 120 }))).toContain('  PROJECT  TEST ');
});

it('proposes the first one', () => {
  expect(list({ items: [], hasEnded: false })).toMatchInlineSnapshot(`
    "
    No active quarantine entries in web.
    Excuse known failures of a flaky test until a date:
      svc quarantine add 'part of its title' --reason 'issue 1482'
    "
  `);
});

it('is pasted as Markdown', () => {
  expect(`\n${renderEntriesMarkdown(makeList())}\n`).toMatchInlineSnapshot(`
    "
    **web**, quarantined tests

    | test | state | until | excused | reason | owner |
    | --- | --- | --- | --- | --- | --- |
    | search › suggests as you type | active | 2026-12-04 | 4 | https:&#8203;//github.com/acme/web/issues/1482 | team search |
    | login › remembers the device \\[chromium\\] | active | 2026-11-23 | 0 | the sandbox of the bank is down |  |
    | search › suggests as you type | expired | 2026-11-02 | 4 | https:&#8203;//github.com/acme/web/issues/1482 | team search |
    | search › suggests as you type | lifted | 2026-11-19 | 4 | https:&#8203;//github.com/acme/web/issues/1482 | team search |
    "
  `);
});

const excusals = {
  items: [
    {
      executionId: '0193a1b2-0000-7000-8000-000000000815',
      executionNumber: 815,
      branch: 'fix-cart',
      commit: '77e0abc551c9f2',
      at: '2026-11-21T06:30:00.000Z',
      results: 2,
      fingerprints: [`fp2:${'6be1aa00'.repeat(4)}`],
    },
  ],
  total: { count: 3, isAtLeast: false },
};

it('shows one entry in full, with what it excused, at 120 and 80 columns', () => {
  const shown = { excusals, moreCommand: 'svc quarantine show a91c44de --limit 3' };
  expect(one(shown, plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    ✓ active  search › suggests as you type                                                     a91c44de
      reason   https://github.com/acme/web/issues/1482
      owner    team search
      test     3f9c1ab2 src/search.test.ts in web
      excuses  failures fp2:6be1aa006be1aa006be1aa006be1aa00
      expires  2026-12-04 10:00:00 UTC, in 13 d
      excused  4 failures, the last 3 h ago
      added    2026-11-20 10:00:00 UTC by ada@acme.test
      id       0193a1b2-0000-7000-8000-0000a91c44de
      ○ #815  fix-cart  77e0abc  2 failures  3 h ago
    1 of 3. More: svc quarantine show a91c44de --limit 3
    "
  `);
  expect(one({ done: 'added' })).toMatchInlineSnapshot(`
    "
    ✓ added
    ✓ active  search › suggests as you type                                 a91c44de
      reason   https://github.com/acme/web/issues/1482
      owner    team search
      test     3f9c1ab2 src/search.test.ts in web
      excuses  failures fp2:6be1aa006be1aa006be1aa006be1aa00
      expires  2026-12-04 10:00:00 UTC, in 13 d
      excused  4 failures, the last 3 h ago
      added    2026-11-20 10:00:00 UTC by ada@acme.test
      id       0193a1b2-0000-7000-8000-0000a91c44de
    "
  `);
});

it('shows one entry within 40 columns', () => {
  expect(
    one(
      { excusals, moreCommand: 'svc quarantine show a91c44de --limit 3' },
      plainLook({ columns: 40 }),
    ),
  ).toMatchInlineSnapshot(`
    "
    ✓ active  search › suggests as you type
      a91c44de
      reason
               https://github.com/acme/web/issues/1482
      owner    team search
      test     3f9c1ab2 src/search.test.ts
               in web
      excuses  failures
               fp2:6be1aa006be1aa006be1aa006be1aa00
      expires  2026-12-04 10:00:00 UTC, in
               13 d
      excused  4 failures, the last 3 h ago
      added    2026-11-20 10:00:00 UTC by
               ada@acme.test
      id
               0193a1b2-0000-7000-8000-0000a91c44de
      ○ #815  fix-cart  77e0abc  2 failures
      3 h ago
    1 of 3. More:
    svc quarantine show a91c44de --limit 3
    "
  `);
});

it('says how an entry ended', () => {
  const ended = {
    state: 'lifted',
    endedAt: '2026-11-19T00:00:00.000Z',
    endedBy: 'server',
  } as const;
  expect(one({ entry: makeEntry(ended) })).toContain(
    '\n  expires  lifted 2026-11-19 00:00:00 UTC by server\n',
  );
  expect(one({ entry: makeEntry({ state: 'expired' }) })).toContain(
    '\n  expires  2026-12-04 10:00:00 UTC, it has expired\n',
  );
});

it('uses ASCII where the locale is not UTF-8', () => {
  const look = plainLook({ glyphs: ASCII_GLYPHS });
  // oxlint-disable-next-line no-control-regex
  expect(list({}, look) + one({ excusals }, look)).toMatch(/^[\u0000-\u007f]+$/);
});
