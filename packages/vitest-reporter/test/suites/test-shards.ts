import { expect, it } from 'vitest';
import type { Batch } from '../projects/batch.ts';
import { trivial } from '../projects/trivial.ts';

const FILES = { 'a.test.js': trivial('one'), 'b.test.js': trivial('two') };
const CI = { CI: 'true', GITLAB_CI: 'true', CI_PIPELINE_ID: '4711' };

/** Tests which shard a run sends. */
export function testShards(batch: Batch): void {
  const addSplit = (args: string[]) => {
    const sent = batch.add({ args, files: FILES, env: { ...CI, SVC_SHARD: '2/3' } });
    return () => {
      const { execution, results } = sent().body;
      return { shard: execution.shard, partial: execution.partial, results: results.length };
    };
  };
  const split = addSplit(['b.test.js']);
  const splitAndNamed = addSplit(['b.test.js', '-t', 'two']);
  const splitTwice = addSplit(['b.test.js', '--shard=1/1']);
  it('sends the shard of svc split, whose file names are no filter', () => {
    expect(split()).toEqual({ shard: { index: 2, total: 3 }, results: 1 });
    expect(splitAndNamed()).toMatchObject({ partial: ['filter'] });
    expect(splitTwice()).toMatchObject({ shard: { index: 1, total: 1 }, partial: ['filter'] });
  });

  const args = ['--shard=2/2'];
  const inCi = batch.add({ args, files: FILES, env: CI });
  const local = batch.add({ args, files: FILES });
  it('sends the shard where the CI run gives all shards one key', () => {
    expect(inCi().body.execution).toMatchObject({
      key: 'gitlab:4711:1:vitest',
      shard: { index: 2, total: 2 },
    });
    expect(inCi().body.results).toHaveLength(1);
    expect(local().body.execution.shard).toBeUndefined();
    expect(local().body.execution.partial).toEqual(['filter']);
  });
}
