import { expect, it } from 'vitest';
import { junit, makeFolder } from '../../test/make-folder.ts';
import { readStatedTime } from './stated-time.ts';

const AT = '2026-11-20T09:00:00Z';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

it.each<{ what: string; content: string | Buffer; stated: boolean }>([
  { what: 'a suite with a timestamp', content: junit(['a'], `timestamp="${AT}"`), stated: true },
  { what: 'none', content: junit(['a']), stated: false },
  { what: 'a timestamp that is no time', content: junit(['a'], 'timestamp="soon"'), stated: false },
  {
    what: 'a timestamp in a report that breaks much later',
    content: junit(
      Array.from({ length: 20_000 }, () => 'a'),
      `timestamp="${AT}"`,
    ).slice(0, -20),
    stated: true,
  },
  {
    what: 'a timestamp in a report that breaks at once',
    content: junit(['a'], `timestamp="${AT}"`).slice(0, -20),
    stated: false,
  },
  {
    what: 'a report that breaks before it',
    content: `<testsuite><a></b>${junit([], `timestamp="${AT}"`)}`,
    stated: false,
  },
  {
    what: 'UTF-16, low byte first',
    content: utf16(junit(['a'], `timestamp="${AT}"`)),
    stated: true,
  },
  {
    what: 'UTF-16, high byte first',
    content: utf16(junit(['a'], `timestamp="${AT}"`)).swap16(),
    stated: true,
  },
  {
    what: 'a word that lies on the edge of two chunks',
    content: `<testsuites><!--${'x'.repeat(1024 * 1024 - 50)}-->${junit(['a'], `timestamp="${AT}"`)}</testsuites>`,
    stated: true,
  },
])('finds the time of JUnit with $what: $stated', async ({ content, stated }) => {
  const directory = await makeFolder({ 'a.xml': content });
  expect(await readStatedTime(`${directory}/a.xml`, 'junit')).toBe(
    stated ? Date.parse(AT) : undefined,
  );
});

it('finds the start of a test where the run has none', async () => {
  const content = [
    { Time: AT, Action: 'run', Package: 'shop', Test: 'TestCart' },
    { Time: AT, Action: 'pass', Package: 'shop', Test: 'TestCart', Elapsed: 0.5 },
    { Time: AT, Action: 'pass', Package: 'shop', Elapsed: 0.6 },
  ].map((event) => JSON.stringify(event));
  const directory = await makeFolder({ 'a.json': content.join('\n') });
  const stated = await readStatedTime(`${directory}/a.json`, 'go-json');
  expect(stated).toBeGreaterThanOrEqual(Date.parse(AT) - 1_000);
  expect(stated).toBeLessThanOrEqual(Date.parse(AT));
});

it('opens no report whose format has no times, and reports none of a missing file', async () => {
  expect(await readStatedTime('/missing.tap', 'tap')).toBeUndefined();
  expect(await readStatedTime('/missing.xml', 'junit')).toBeUndefined();
  expect(await readStatedTime('/missing.json', 'ctrf')).toBeUndefined();
});
