import { isFailure } from '@svc/contract/zod-free/is-failure';
import { describe, expect, it } from 'vitest';
import type { GeneratedExecution } from '../generate-history.ts';
import { buildShop } from '../world/shop/shop.ts';
import { makeDemoHistory } from './demo-history.ts';

const gitOf = ({ bodies }: GeneratedExecution) => bodies[0]?.execution.git;
const hasFailed = ({ bodies }: GeneratedExecution) =>
  bodies.some(({ results }) => results.some(({ status }) => isFailure(status)));

// Its times depend on the day of the week and the hour.
describe.each([
  '2026-11-23T09:00:00Z',
  '2026-11-25T15:30:00Z',
  '2026-11-27T23:50:00Z',
  '2026-11-28T04:10:00Z',
  '2026-11-29T12:00:00Z',
])('the history of a demo that starts at %s', (iso) => {
  const now = new Date(iso);
  const history = makeDemoHistory(now);
  const past = [...history.past.executions];
  const recent = [...history.recent()];

  it('ends a few minutes before, with a main that has just been broken', () => {
    const onMain = recent.filter(
      ({ truth }) => truth.project === 'storefront' && truth.branch === 'main',
    );
    expect(onMain.map(hasFailed)).toEqual([true, true, true]);
    expect(gitOf(onMain[0] as GeneratedExecution)).toMatchObject({
      author: 'Jonas Weber',
      message: expect.stringContaining('Calculate coupons in the cart service'),
    });
    const newest = recent.at(-1)?.truth.startedAt.getTime() ?? 0;
    expect(now.getTime() - newest).toBeLessThan(30 * 60_000);
    const before = past.findLast(
      ({ truth }) =>
        truth.project === 'storefront' && truth.branch === 'main' && truth.kind === 'whole',
    );
    expect(before === undefined || hasFailed(before)).toBe(false);
  });

  it('has an outage of the last days, and merges no change twice', () => {
    const outages = past.filter(({ truth }) => truth.kind === 'outage');
    expect(outages).toHaveLength(3);
    const latest = outages.at(-1)?.truth.startedAt.getTime() ?? 0;
    expect(now.getTime() - latest).toBeLessThan(5 * 24 * 3_600_000);
    const merged = past
      .filter(
        ({ truth }) =>
          truth.branch === 'main' && truth.environment === 'ci' && truth.runAttempt === 1,
      )
      .map((execution) => `${execution.truth.project} ${gitOf(execution)?.message}`)
      .map((text) => text.replace(/ \(#\d+\)$/, ''));
    expect(new Set(merged).size).toBe(merged.length);
  });
});

it('names only tests and files that exist', () => {
  for (const { files, flakes, regressions, story } of buildShop(new Date('2026-11-29T12:00:00Z'))
    .projects) {
    const titles = files.flatMap((file) => file.titles);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toEqual(expect.arrayContaining(flakes.map(({ title }) => title)));
    const broken = [...regressions, ...(story === null ? [] : [story.regression])];
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(broken.map(({ file }) => file)),
    );
  }
});
