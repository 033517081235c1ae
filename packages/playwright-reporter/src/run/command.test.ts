import { describe, expect, it } from 'vitest';
import { readCommand } from './command.ts';

const PLAIN = { isListing: false, isWatching: false, isMerging: false, partial: [] };

describe('readCommand', () => {
  it.each<[string, object]>([
    ['test', {}],
    ['test -c play.config.ts --workers 2 --reporter=line -x --trace on', {}],
    ['test --update-snapshots all --headed --debug inspector', {}],
    ['test cart.spec', { partial: ['filter'] }],
    ['test --headed cart.spec:12', { partial: ['filter'] }],
    ['test --update-snapshots cart.spec', { partial: ['filter'] }],
    ['test -g adds', { partial: ['filter'] }],
    ['test -gadds', { partial: ['filter'] }],
    ['test --grep=adds=up', { partial: ['filter'] }],
    ['test -gv adds', { partial: ['filter'] }],
    ['test --project desk phone', { partial: ['filter'] }],
    ['test --test-list tests.txt', { partial: ['filter'] }],
    ['test --last-failed', { partial: ['last-failed'] }],
    ['test --last-failed --last-failed-file last.json', { partial: ['last-failed'] }],
    ['test --only-changed', { partial: ['changed'] }],
    ['test --only-changed origin/main', { partial: ['changed'] }],
    ['test --only-changed=main cart.spec', { partial: ['changed', 'filter'] }],
    ['test --shuffle 7', {}],
    ['test --list', { isListing: true }],
    ['test --ui', { isWatching: true }],
    ['test --ui-port=0', { isWatching: true }],
    ['test-server -c play.config.ts', { isWatching: true }],
    ['merge-reports --config merge.config.ts blobs', { isMerging: true }],
    ['test merge-reports', { partial: ['filter'] }],
    ['', {}],
  ])('understands `playwright %s`', (line, expected) => {
    const words = line.split(' ').filter((word) => word !== '');
    expect(readCommand(['node', 'cli.js', ...words], false)).toEqual({ ...PLAIN, ...expected });
  });

  it('takes file names that are a shard for no filter', () => {
    const argv = ['node', 'cli.js', 'test', 'cart.spec', 'tax.spec'];
    expect(readCommand(argv, true)).toEqual(PLAIN);
    expect(readCommand([...argv, '-g', 'adds'], true)).toMatchObject({ partial: ['filter'] });
  });
});
