import { describe, expect, it } from 'vitest';
import { AnswerCache, type Found, type StoredAnswer } from './answer-cache.ts';

const MiB = 1024 ** 2;
const stays = new AbortController().signal;
const answerOf = (text: string, bytes = 10): StoredAnswer => ({
  body: Buffer.alloc(bytes, text),
  headers: {},
});
const keyOf = (text: string, organizationId = 'one') => ({ organizationId, text });

async function begin(
  cache: AnswerCache,
  text: string,
  { organizationId = 'one', leaving = stays } = {},
) {
  const found = await cache.find(keyOf(text, organizationId), leaving);
  if (found.kind !== 'flight') throw new Error(`is ${found.kind}`);
  return found.flight;
}

async function store(
  cache: AnswerCache,
  text: string,
  { organizationId = 'one', bytes = 10 } = {},
) {
  (await begin(cache, text, { organizationId })).end(answerOf(text, bytes));
}

async function isStored(cache: AnswerCache, text: string, organizationId = 'one') {
  const found = await cache.find(keyOf(text, organizationId), stays);
  if (found.kind === 'flight') found.flight.end(null);
  return found.kind === 'stored';
}

it('sends an answer again to the same question of the same organization only', async () => {
  const cache = new AnswerCache(MiB);
  await store(cache, 'a');
  expect(await isStored(cache, 'a')).toBe(true);
  expect(await isStored(cache, 'b')).toBe(false);
  expect(await isStored(cache, 'a', 'other')).toBe(false);
});

it('forgets the answers of another minute', async () => {
  const cache = new AnswerCache(MiB);
  cache.keepMinute(1);
  await store(cache, 'a');
  cache.keepMinute(1);
  expect(await isStored(cache, 'a')).toBe(true);
  cache.keepMinute(2);
  expect([await isStored(cache, 'a'), cache.bytes]).toEqual([false, 0]);
});

it('keeps at most the given bytes, and takes them from the organization that holds the most', async () => {
  const cache = new AnswerCache(MiB);
  await store(cache, 'small', { organizationId: 'other', bytes: 50_000 });
  for (let count = 0; count < 20; count++) {
    await store(cache, `large ${count}`, { bytes: 100_000 });
    expect(cache.bytes).toBeLessThanOrEqual(MiB);
  }
  expect(await isStored(cache, 'small', 'other')).toBe(true);
  expect(await isStored(cache, 'large 0')).toBe(false);
  expect(await isStored(cache, 'large 19')).toBe(true);
});

it('does not keep an answer that takes too much of it', async () => {
  const cache = new AnswerCache(MiB);
  await store(cache, 'small');
  await store(cache, 'huge', { bytes: MiB / 2 });
  expect([await isStored(cache, 'small'), await isStored(cache, 'huge')]).toEqual([true, false]);
});

const outcomeOf = async (asked: Promise<Found>) => {
  const found = await asked;
  return found.kind === 'shared' ? (found.answer?.body.toString() ?? null) : found.kind;
};

describe('while a request computes the answer', () => {
  it('others that ask the same wait for it', async () => {
    const cache = new AnswerCache(MiB);
    const flight = await begin(cache, 'a');
    const others = [1, 2].map(() => outcomeOf(cache.find(keyOf('a'), stays)));
    flight.end(answerOf('a', 2));
    expect(await Promise.all(others)).toEqual(['aa', 'aa']);
    expect(flight.signal.aborted).toBe(true);
  });

  it('they hear of its failure, and the next request computes again', async () => {
    const cache = new AnswerCache(MiB);
    const flight = await begin(cache, 'a');
    const other = outcomeOf(cache.find(keyOf('a'), stays));
    flight.end(null);
    expect(await other).toBe(null);
    (await begin(cache, 'a')).end(null);
  });

  it('the computation goes on until the last of them has left', async () => {
    const cache = new AnswerCache(MiB);
    const [first, second] = [new AbortController(), new AbortController()];
    const flight = await begin(cache, 'a', { leaving: first.signal });
    void cache.find(keyOf('a'), second.signal);
    first.abort();
    expect(flight.signal.aborted).toBe(false);
    second.abort();
    expect(flight.signal.aborted).toBe(true);
    // Nobody joins what was given up.
    const again = await begin(cache, 'a');
    flight.end(null);
    const third = outcomeOf(cache.find(keyOf('a'), stays));
    again.end(answerOf('b', 1));
    expect(await third).toBe('b');
  });
});
