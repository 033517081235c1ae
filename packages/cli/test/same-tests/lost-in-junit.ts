/** A test as our own reporter gives it, then as the framework's JUnit report does. */
export type Lost = readonly [reporter: string, report: string];

/** No retries, no characters that XML has no form for, and ` > ` between titles. */
export function lostInVitest(major: '3' | '4' | '5'): Lost[] {
  const red = major === '5' ? 'red' : '[31mred[0m';
  return [
    ...['failed % "tells the cause"', 'passed % "takes 1 items"', 'passed % "takes 2 items"'].map(
      (test): Lost => [
        test.replace('%', 'src/cart.test.js "cart" "check > out"'),
        test.replace('%', 'src/cart.test.js "cart" "check" "out"'),
      ],
    ),
    flakyAsPassed('src/cart.test.js "cart" "passes the second time"'),
    flakyAsPassed('src/odd.test.js "is annotated again and again"'),
    [
      String.raw`passed src/odd.test.js "is \u001b[31mred\u001b[0m\nand � long"`,
      `passed src/odd.test.js "is ${red} and  long"`,
    ],
  ];
}

/** Neither retries nor todo. */
export const LOST_IN_JEST: readonly Lost[] = [
  flakyAsPassed('src/retries.test.js "passes the second time"'),
  flakyAsPassed('src/retries.test.js "twice" "same"'),
  flakyAsPassed('src/retries.test.js "is in time at last"'),
  ['skipped src/cart.test.js "is to do"', 'passed src/cart.test.js "is to do"'],
];

/** ` › ` between titles, and retries of what passed only with `includeRetries`, which is new. */
export function lostInPlaywright(version: '1.40' | '1.52' | '1.65'): Lost[] {
  const separated: Lost = [
    'failed tests/cart.spec.js "cart" "check › out" "tells the cause" [desk]',
    'failed tests/cart.spec.js "cart" "check" "out" "tells the cause" [desk]',
  ];
  if (version === '1.65') return [separated];
  return [
    separated,
    flakyAsPassed('tests/retries.spec.js "passes the second time" [desk]'),
    flakyAsPassed('tests/retries.spec.js "in series" "second" [desk]'),
  ];
}

function flakyAsPassed(test: string): Lost {
  return [`flaky ${test}`, `passed ${test}`];
}
