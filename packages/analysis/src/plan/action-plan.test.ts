import { describe, expect, it } from 'vitest';
import { analyze } from '../analyze/analyze.ts';
import type { ExecutionFailure } from '../classify/failure.ts';

const STABLE = { test: { runs: 40, failures: 1, flakyRuns: 0 }, fingerprintFlakyRuns: 0 };

function planOf(rest: Partial<ExecutionFailure>) {
  const failure: ExecutionFailure = {
    id: '1',
    kind: 'test',
    fingerprint: 'fp2:1',
    title: 'a test',
    titlePath: ['members', 'invites'],
    file: 'e2e/members.spec.ts',
    line: 9,
    framework: 'playwright',
    message: '',
    retryPassed: false,
    history: STABLE,
    ...rest,
  };
  const result = analyze({ failures: [failure] });
  if (result === null) throw new Error('nothing to analyze');
  return result.actionPlan;
}

describe('a real bug', () => {
  const plan = planOf({
    framework: 'vitest',
    file: 'src/cart.test.ts',
    owner: '@web',
    message: "TypeError: Cannot read properties of undefined (reading 'rate')",
    stack: 'at applyDiscount (src/cart.ts:41:9)\n    at src/cart.test.ts:12:5',
    history: { ...STABLE, sinceCommit: '3f9c1ab1', lastGood: 'a07be551' },
  });

  it('is reproduced, found between two commits, and fixed in the product', () => {
    expect(plan.steps.map(({ order, action, file, line }) => [order, action, file, line])).toEqual([
      [1, 'investigate', 'src/cart.test.ts', 9],
      [2, 'investigate', null, null],
      [3, 'fix-product', 'src/cart.ts', 41],
      [4, 'rollback', null, null],
    ]);
    expect(plan.steps[1]?.command).toBe(
      "git bisect start 3f9c1ab1 a07be551 && git bisect run npx vitest run src/cart.test.ts -t '^members(?: >)? invites$' --passWithNoTests",
    );
  });

  it('belongs to the owner of the test, whose assertion stays as it is', () => {
    expect(plan.owner).toBe('@web');
    expect(plan.forbidden).toContain('Change or weaken the assertion');
  });
});

it('runs a file whole that failed outside its tests', () => {
  const plan = planOf({
    kind: 'file',
    framework: 'vitest',
    title: 'src/broken.test.ts',
    titlePath: undefined,
    file: 'src/broken.test.ts',
    message: "Cannot find module './missing.js'",
  });
  const commands = plan.steps.flatMap(({ command }) => command ?? []);
  expect(commands).toEqual([
    '(for run in $(seq 20); do npx vitest run src/broken.test.ts || exit 1; done)',
  ]);
});

describe('a test to heal', () => {
  it('gets the locator that the error names', () => {
    const plan = planOf({
      message: `Error: strict mode violation: getByText('Invite') resolved to 2 elements:
    1) <button>Invite</button> aka getByRole('button', { name: 'Invite', exact: true })`,
    });
    expect(plan.steps.find(({ action }) => action === 'update-locator')).toMatchObject({
      title: "Update the locator to getByRole('button', { name: 'Invite', exact: true })",
      detail: "Current locator: getByText('Invite'). The error names the new locator.",
    });
  });

  it('gets the name of the role that the page has now', () => {
    const plan = planOf({
      message: `Unable to find an accessible element with the role "button" and name \`Send order\`

Here are the accessible roles:
  button:

  Name "Cancel":
  Name "Place order":`,
    });
    expect(plan.steps.find(({ action }) => action === 'update-locator')?.title).toBe(
      'Update the locator to name "Place order"',
    );
  });

  it('writes the snapshots of this test alone', () => {
    const plan = planOf({
      message:
        'Error: expect(page).toHaveScreenshot(expected) failed\n\n  2000 pixels (ratio 0.21 of all image pixels) are different.',
    });
    expect(plan.steps.find(({ action }) => action === 'update-snapshot')?.command).toBe(
      String.raw`npx playwright test e2e/members.spec.ts -g '[ /]members\.spec\.ts members invites(?: @|$)' --update-snapshots`,
    );
  });
});

it('runs a known flake once more, and keeps it from blocking for 14 days', () => {
  const plan = planOf({
    message: 'TimeoutError: locator.click: Timeout 5000ms exceeded.',
    retryPassed: true,
    history: { test: { runs: 60, failures: 7, flakyRuns: 6 }, fingerprintFlakyRuns: 5 },
  });
  expect(plan.steps.map(({ action }) => action)).toEqual(['retry', 'quarantine', 'investigate']);
  expect(plan.steps[0]?.command).toBeNull();
  expect(plan.steps[1]?.detail).toContain('for the fingerprint fp2:1 of this test');
  expect(plan.steps[1]?.detail).toContain('ends after 14 days');
  expect(plan.steps[1]?.detail).toContain('went away by itself 5 times before');
  expect(plan.steps[2]?.command).toContain('--repeat-each=20 --retries=0');
});

it('quarantines no flake without a proof that it goes away by itself', () => {
  const plan = planOf({
    message: 'Error: listen EADDRINUSE: address already in use :::3000',
    retryPassed: null,
    history: { ...STABLE, corrections: { KNOWN_FLAKE: 1 } },
  });
  expect(plan.steps.map(({ action }) => action)).toEqual(['investigate', 'retry', 'investigate']);
  expect(plan.steps[2]?.detail).toContain('free port');
});

it('runs the test in the project that failed', () => {
  const plan = planOf({ message: 'it did not work', variant: 'Mobile Safari' });
  expect(plan.steps[0]?.command).toContain("'--project=Mobile Safari'");
});

it('says what ran out', () => {
  const plan = planOf({
    message: 'Error: ENOSPC: no space left on device, write 4096 of 12288 bytes',
  });
  expect(plan.steps.map(({ action }) => action)).toEqual(['raise-limit', 'investigate']);
  expect(plan.steps[0]?.detail).toContain('write 4096 of 12288 bytes');
});

it('starts with a look when the evidence does not decide', () => {
  expect(planOf({ message: 'it did not work' }).steps[0]).toMatchObject({
    action: 'investigate',
    command: String.raw`npx playwright test e2e/members.spec.ts -g '[ /]members\.spec\.ts members invites(?: @|$)'`,
  });
});

it('writes commands that a shell takes as one word each', () => {
  const plan = planOf({
    message: 'it did not work',
    titlePath: ["it's $(rm -rf /)"],
    file: '-x.spec.ts',
  });
  expect(plan.steps[0]?.command).toBe(
    String.raw`npx playwright test ./-x.spec.ts -g '[ /]-x\.spec\.ts it'\''s \$\(rm -rf /\)(?: @|$)'`,
  );
});
