import { expect, it } from 'vitest';
import { findExhaustedResource } from './exhausted-resource.ts';

it('quotes the line with its figures', () => {
  const text = 'starts\nwrite /var/lib/a.bin: no space left on device (0 of 20 GB free)\nends';
  expect(findExhaustedResource(['fine', text])).toEqual({
    name: 'disk',
    said: 'write /var/lib/a.bin: no space left on device (0 of 20 GB free)',
  });
});

it('cuts a long line around the words', () => {
  const said = findExhaustedResource([`${'a'.repeat(500)} ENOMEM ${'b'.repeat(500)}`])?.said ?? '';
  expect(said).toMatch(/^a{79} ENOMEM b{59}$/);
});

it('says nothing where nothing ran out', () => {
  expect(findExhaustedResource(['expected 1 to be 2'.repeat(1_000)])).toBeNull();
});
