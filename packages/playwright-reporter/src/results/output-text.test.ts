import { describe, expect, it } from 'vitest';
import { joinOutput } from './output-text.ts';

describe('outputText', () => {
  it.each<[string, (string | Buffer)[], string | undefined]>([
    ['nothing', [], undefined],
    ['empty pieces', ['', Buffer.alloc(0)], undefined],
    ['texts and bytes', ['a', Buffer.from('b'), 'c'], 'abc'],
    ['a character in two buffers', halves('ö'), 'ö'],
    ['a character that never ends', [...halves('ö').slice(0, 1), 'x'], '\uFFFDx'],
  ])('joins %s', (_, chunks, expected) => {
    expect(joinOutput(chunks)).toBe(expected);
  });

  it.each<[string, (text: string) => (string | Buffer)[]]>([
    ['one piece', (text) => [text]],
    ['many pieces', (text) => text.match(/.{1000}|.+/gs) ?? []],
    ['bytes', (text) => [Buffer.from(text)]],
  ])('keeps the beginning and the end of very much, in %s', (_, chunksOf) => {
    const text = `first${'.'.repeat(3_000_000)}last`;
    const kept = joinOutput(chunksOf(text)) ?? '';
    const marker = /\n… \[(\d+) characters cut by svc\] …\n/.exec(kept);
    const rest = kept.replace(marker?.[0] ?? '', '');
    expect(kept).toMatch(/^first[^]*last$/);
    expect(rest.length + Number(marker?.[1])).toBe(text.length);
    expect(kept.length).toBeLessThan(1_000_000);
  });
});

function halves(character: string): Buffer[] {
  const bytes = Buffer.from(character);
  return [bytes.subarray(0, 1), bytes.subarray(1)];
}
