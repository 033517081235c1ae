import { expect, it } from 'vitest';
import { buildLegName } from './leg.ts';

it.each([
  ['no matrix', 'null', undefined],
  ['an empty text', '', undefined],
  ['one value', '{"database": "mysql"}', 'mysql'],
  ['several values', '{"os": "ubuntu-latest", "node": 22}', 'ubuntu-latest, 22'],
  ['a shard beside a value', '{"shard": 3, "database": "mysql"}', 'mysql'],
  ['only shards', '{"shardIndex": 1, "shardTotal": 4}', undefined],
  ['the names of other systems', '{"ci_node_index": 0, "node_total": 2, "chunk": 1}', undefined],
  ['a version of Node, which is no shard', '{"node": 24, "node-version": 22}', '24, 22'],
  ['an object', '{"image": {"name": "alpine"}}', '{"name":"alpine"}'],
  [
    'nested and odd values',
    '{"a": {"b": [1, null]}, "flag": false, "n": 0}',
    '{"b":[1,null]}, false, 0',
  ],
  ['values without content', '{"database": "mysql", "extra": null, "label": " "}', 'mysql'],
  ['nothing but empty values', '{"extra": null, "label": ""}', undefined],
  ['a value of two lines with a colour', '{"image": "alpine\\n\\u001b[31mred"}', 'alpine red'],
  ['other scripts', '{"locale": "日本語 🇯🇵"}', '日本語 🇯🇵'],
  ['a list', '[1, 2]', '[1, 2]'],
  ['broken JSON', '{"a": ', '{"a":'],
  ['a name', 'mysql on Windows', 'mysql on Windows'],
  ['a long value', JSON.stringify({ one: 'x'.repeat(500) }), 'x'.repeat(200)],
])('names the leg of %s', (_, matrix, leg) => {
  expect(buildLegName(matrix)).toBe(leg);
});
