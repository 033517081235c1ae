import { describe, expect, it } from 'vitest';
import { areFilesShard, chooseShard } from './split-shard.ts';

const OWN = { index: 1, total: 2 };

describe('shardOrSplit', () => {
  it.each([
    ['2/4', { index: 2, total: 4 }],
    [' 1/1 ', { index: 1, total: 1 }],
    ['10000/10000', { index: 10_000, total: 10_000 }],
    ['5/4', undefined],
    ['0/4', undefined],
    ['1/10001', undefined],
    ['1/4/2', undefined],
    ['-1/4', undefined],
    ['two', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads SVC_SHARD=%s', (SVC_SHARD, expected) => {
    expect(chooseShard(undefined, { SVC_SHARD })).toEqual(expected);
    expect(areFilesShard(undefined, { SVC_SHARD })).toBe(expected !== undefined);
  });

  it("prefers the framework's own shard, whose file names are a filter", () => {
    expect(chooseShard(OWN, { SVC_SHARD: '2/4' })).toEqual(OWN);
    expect(areFilesShard(OWN, { SVC_SHARD: '2/4' })).toBe(false);
  });
});
