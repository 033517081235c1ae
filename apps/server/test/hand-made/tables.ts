/**
 * The hand-made data set: two projects, one row an upload, one column a test. Rows of one name are
 * shards of one execution. Uploads go in the order of the tables, those marked `late` at the end.
 *
 * A cell is how the test ended, with its duration where it is not the column's:
 * `P` passed, `F` failed, `D` failed twice, `T` timed out after 5 s, `K` failed and passed on retry,
 * `C` failed since the database was not there, `S` skipped, `I` interrupted, `.` is not in it.
 * `K` and `D` waste 70 ms on their first attempt.
 *
 * Daylight saving ended on 25 October at 01:00Z in Berlin, on 1 November at 05:00Z in Havana and at
 * 06:00Z in New York; the window of most questions is [19 October, 2 November).
 */

/** Columns, with file and usual duration in milliseconds. */
export const SHOP_TESTS = [
  { title: 'adds', file: 'src/cart.test.ts', durationMs: 10 },
  { title: 'removes', file: 'src/cart.test.ts', durationMs: 20 },
  { title: 'pays', file: 'src/pay.test.ts', durationMs: 100 },
  { title: 'refunds', file: 'src/pay.test.ts', durationMs: 200 },
  { title: 'finds', file: 'src/search.test.ts', durationMs: 40 },
  { title: 'sorts', file: 'src/search.test.ts', durationMs: 30 },
  { title: 'exports', file: 'src/export.test.ts', durationMs: 25 },
];

// Executions of other branches have main as their base, which makes main the default branch.
export const SHOP = `
name at                       branch       commit env ms     adds removes pays refunds finds sorts exports marks
s01  2026-10-05T00:00:00.000Z main         m01    lin 60000  P    P       P    P100    F     S     .
s02  2026-10-06T09:00:00.000Z main         m02    lin 62000  P    P       P    P300    F     S     .       twice
s03  2026-10-07T09:00:00.000Z main         m03    lin 64000  P    P       P    P100    K     S     .
s04  2026-10-08T09:00:00.000Z main         m04    lin 60000  P    P       P    P300    F     S     .
s05  2026-10-08T10:00:00.000Z fix/search   m04    new 60000  P    P       P    P       P     S     .
s06  2026-10-09T09:00:00.000Z main         m05    lin 66000  P    P       P    P300    T     S     .
s07  2026-10-12T09:00:00.000Z main         m06    lin 60000  P    P       P    P100    F     S     .
s08  2026-10-13T09:00:00.000Z main         m07    lin 60000  P    P       P    P300    P     S     .
s09  2026-10-14T09:00:00.000Z main         m08    lin 60000  P    P       P    P100    P     S     .
s10  2026-10-15T09:00:00.000Z main         m09    lin 60000  P    P       P    P300    P     S     .
s11  2026-10-16T09:00:00.000Z main         m10    lin 60000  P    P       P    P100    P     S     .
s12  2026-10-18T23:59:59.999Z main         m11    lin 60000  P    P       P    P300    P     S     .
s13  2026-10-19T00:00:00.000Z main         m12    lin 60000  P    P       P    P100    P     S     .
s14  2026-10-20T09:00:00.000Z main         m13    lin 30000  P    P       P    .       .     .     .       shard:1/2
s14  2026-10-20T09:00:20.000Z main         m13    lin 50000  S    .       .    P300    P     S     .       shard:2/2
p1   2026-10-20T12:00:00.000Z feat/coupons f01    lin 50000  P56  P       P    P       P     S     .
s15  2026-10-21T09:00:00.000Z main         m14    lin 40000  P    P       P    P100    .     .     .       broken:src/search.test.ts
p2   2026-10-21T12:00:00.000Z feat/coupons f02    lin 55000  K    P       P    F       P     S     .
p3   2026-10-21T12:30:00.000Z feat/coupons f02    new 45000  P    P       P    P       P     S     .
s16  2026-10-22T09:00:00.000Z main         m15    lin 60000  K    P       P    P300    P     S     .
p4   2026-10-22T15:00:00.000Z feat/coupons f03    lin 10000  .    .       P    P       .     .     .       partial
p5   2026-10-23T09:00:00.000Z feat/coupons f04    dev 20000  C    C       P    P       F     S     .       dirty
p6   2026-10-23T10:00:00.000Z feat/coupons f04    dev 20000  P    P       P    P       P     S     .
s17  2026-10-24T22:30:00.000Z main         m16    lin 61000  P    P       P    P100    P     P     .
s18  2026-10-25T00:30:00.000Z main         m17    lin 62000  P    P       P    P300    P     P     .
s19  2026-10-25T01:30:00.000Z main         m18    lin 63000  P    P       P    P100    P     P150  .
s20  2026-10-25T23:30:00.000Z main         m19    lin 64000  P    F       P    P300    P     P     .
p7   2026-10-26T08:00:00.000Z main         m19    lin 65000  P    P       P    P       P     P     .       late
s21  2026-10-27T09:00:00.000Z main         m20    lin 30000  P    P       P    I       .     .     .       cut-off
p8   2026-10-27T10:00:00.000Z main         m20    win 90000  P    F       P    P       P     P     .
p9   2026-10-28T09:00:00.000Z fix/rounding r01    lin 25000  P    P       P    .       .     .     .       shard:1/2
s22  2026-10-29T09:00:00.000Z main         m21    lin 66000  P    P       F    P100    P     P     .
s23  2026-10-30T09:00:00.000Z main         m22    lin 67000  P    P       F    P300    P     P     .
p10  2026-10-30T12:00:00.000Z fix/rounding r02    lin 58000  P    P       F    P       D     P     .
p11  2026-10-31T12:00:00.000Z fix/rounding r02    lin 57000  P    P       F    P       P     P     .
s24  2026-11-01T05:30:00.000Z main         m23    lin 68000  P    P       F    P100    P     P     .
s25  2026-11-01T06:30:00.000Z main         m24    lin 69000  P    P       D    P300    P90   P     .
s26  2026-11-02T00:00:00.000Z main         m25    lin 70000  P    P       F    P100    P     .     F
`;

/** `login` runs in two browsers. `pages` stands for 18 tests, one letter each. */
export const WEB_TESTS = [
  { title: 'logs in', file: 'e2e/login.spec.ts', variant: 'chromium', durationMs: 1_000 },
  { title: 'logs in', file: 'e2e/login.spec.ts', variant: 'firefox', durationMs: 1_000 },
  ...Array.from({ length: 18 }, (_, index) => ({
    title: `page ${String(index + 1).padStart(2, '0')}`,
    file: 'e2e/pages.spec.ts',
    variant: 'chromium',
    durationMs: 500,
  })),
];

// No execution has a base, and there is neither main nor master: trunk is the default, as the most used branch.
export const WEB = `
name at                       branch    commit env ms     chromium firefox pages              marks
w1   2026-10-19T10:00:00.000Z trunk     x1     lin 120000 P        P       PPPPPPPPPPPPPPPPPP
w2   2026-10-20T10:00:00.000Z trunk     x2     lin 120000 S        P       PPPPPPPPPPPPPPPPPP
w3   2026-10-22T10:00:00.000Z trunk     x3     lin 300000 K        P       FFFFFFFFFFFFFFFFPP
w5   2026-10-22T11:00:00.000Z trunk     x3     lin 120000 P        P       PPPPPPPPPPPPPPPPPP
w4   2026-10-23T10:00:00.000Z trunk     x4     lin 180000 P        K       FFFFFFFFFFFFFFFPPP
w6   2026-10-24T10:00:00.000Z feat/menu y1     lin 120000 P        P       PPPPPPPPPPPPPPPPPP
w7   2026-10-26T10:00:00.000Z trunk     x5     lin 60000  P        P       PPPPPPPPP.........  shard:1/2
w7   2026-10-26T10:00:10.000Z trunk     x5     lin 80000  F        .       .........PPPPPPPPP  shard:2/2
w8   2026-10-28T10:00:00.000Z trunk     x6     lin 120000 P        P       PPPPPPPPPPPPPPPPPP
`;

/** `new` is `lin` with another minor version of Node, and so the same environment. */
export const ENVIRONMENTS: Record<string, Record<string, string>> = {
  lin: { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.1.0' },
  new: { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.9.3' },
  win: { name: 'ci', os: 'win32', arch: 'x64', runtime: 'node 24.1.0' },
  dev: { name: 'local', os: 'linux', arch: 'x64', runtime: 'node 24.1.0' },
};

/** The error message of each test; each has its own stack, except without a database. */
export const MESSAGES: Record<string, string> = {
  adds: 'AssertionError: expected the cart to hold the apple',
  removes: 'AssertionError: expected the cart to be empty',
  pays: 'PaymentError: the card was declined',
  refunds: 'TypeError: refund is not a function',
  finds: 'AssertionError: expected coffee among the matches',
  sorts: 'AssertionError: expected tea before coffee',
  exports: 'SyntaxError: unterminated quote in the table',
  'logs in': 'Error: strict mode violation: locator resolved to two buttons',
  page: 'Error: page.goto: net::ERR_CONNECTION_REFUSED',
};
export const NO_DATABASE = 'Error: the database refused the connection';
export const TIME_OUT = 'Error: Test timed out in 5000ms.';
