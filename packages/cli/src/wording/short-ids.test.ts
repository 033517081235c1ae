import { expect, it } from 'vitest';
import { isPartOfId, shortenId } from './short-ids.ts';

const ID = '0193a1b2-0000-7000-8000-0000a91c44de';

it('shows the end of an id, which ids of the same minute do not share', () => {
  expect(shortenId(ID)).toBe('a91c44de');
});

it.each([ID, '0193a1b2', '0193', 'a91c44de', '44DE', 'a91c'])('recognizes it by %s', (text) => {
  expect(isPartOfId(text, ID)).toBe(true);
});

it.each(['019', '4de', '', '7000', 'a91c44df'])('does not recognize it by %j', (text) => {
  expect(isPartOfId(text, ID)).toBe(false);
});
