import { expect, it } from 'vitest';
import { createDotCanvas } from './dot-canvas.ts';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../glyphs.ts';

it('sets each of the eight dots of a character', () => {
  const signs = Array.from({ length: 8 }, (_, dot) => {
    const canvas = createDotCanvas(1, 1);
    canvas.set(dot % 2, Math.floor(dot / 2));
    return canvas.rows(UNICODE_GLYPHS)[0];
  });
  expect(signs.join('')).toBe('⠁⠈⠂⠐⠄⠠⡀⢀');
});

it('draws over several characters and ignores dots outside', () => {
  const canvas = createDotCanvas(3, 2);
  for (let x = -1; x <= canvas.width; x++) canvas.set(x, x + 1);
  expect(canvas.rows(UNICODE_GLYPHS)).toEqual(['⠢⡀ ', ' ⠈⠢']);
});

it('approximates it in ASCII', () => {
  const canvas = createDotCanvas(4, 1);
  canvas.set(0, 0);
  canvas.set(2, 1);
  canvas.set(3, 2);
  canvas.set(4, 3);
  for (let y = 0; y < 4; y++) canvas.set(6, y);
  expect(canvas.rows(ASCII_GLYPHS)).toEqual([`'-.|`]);
});
