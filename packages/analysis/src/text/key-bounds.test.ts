import type { KeyBounds } from '@svc/contract/people/api-keys';
import { expect, it } from 'vitest';
import { formatKeyBounds } from './key-bounds.ts';

const unbound: KeyBounds = { projects: null, branches: null, mayClaimBase: true };

it.each<[Partial<KeyBounds>, string[]]>([
  [{}, []],
  [{ projects: ['web'] }, ['only project web']],
  [{ branches: ['release/*', '!release/1'] }, ['only branches release/*', 'not branch release/1']],
  [{ branches: ['main', 'dev'] }, ['only branches main and dev']],
  [{ branches: ['!a', '!b/*'] }, ['not branches a and b/*']],
  [
    { projects: ['a', 'b', 'c', 'd', 'e'], mayClaimBase: false },
    ['only projects a, b, c and 2 more', 'not the base branch'],
  ],
])('says of %j: %j', (bounds, facts) => {
  expect(formatKeyBounds({ ...unbound, ...bounds })).toEqual(facts);
});

it('says nothing of a key without bounds, and where the server names none', () => {
  expect([formatKeyBounds(null), formatKeyBounds(undefined)]).toEqual([[], []]);
});
