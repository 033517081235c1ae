import { expect, it } from 'vitest';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from './glyphs.ts';
import { lookFor, type LookFacts } from './look.ts';

function makeFacts(changes: Partial<LookFacts> = {}): LookFacts {
  return {
    env: { LANG: 'en_US.UTF-8' },
    platform: 'linux',
    stream: { isTTY: true, columns: 93 },
    noColor: false,
    quiet: false,
    now: new Date(0),
    links: false,
    ...changes,
  };
}

it.each([
  ['a terminal', {}, true],
  ['--no-color', { noColor: true }, false],
  ['NO_COLOR', { env: { NO_COLOR: '1' } }, false],
  ['NO_COLOR over FORCE_COLOR', { env: { NO_COLOR: '1', FORCE_COLOR: '1' } }, false],
  ['a dumb terminal', { env: { TERM: 'dumb' } }, false],
  ['a pipe', { stream: {} }, false],
  ['a pipe with FORCE_COLOR', { stream: {}, env: { FORCE_COLOR: '1' } }, true],
  ['FORCE_COLOR=0', { env: { FORCE_COLOR: '0' } }, false],
  ['a CI log that shows colour', { stream: {}, env: { GITHUB_ACTIONS: 'true' } }, true],
])('decides on colour for %s', (_, changes, isColoured) => {
  expect(lookFor(makeFacts(changes)).colors.isColorSupported).toBe(isColoured);
});

it.each([
  ['the terminal', {}, 93],
  ['COLUMNS without a terminal', { stream: {}, env: { COLUMNS: '66' } }, 66],
  ['a pipe', { stream: {} }, 120],
  ['a terminal that does not know', { stream: { isTTY: true } }, 80],
])('takes the width of %s', (_, changes, columns) => {
  expect(lookFor(makeFacts(changes)).columns).toBe(columns);
});

it.each([
  [{ LANG: 'C.UTF-8' }, UNICODE_GLYPHS],
  [{ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, ASCII_GLYPHS],
  [{ LC_CTYPE: 'de_DE.utf8' }, UNICODE_GLYPHS],
  [{}, ASCII_GLYPHS],
])('takes signs that the locale %o can show', (env, glyphs) => {
  expect(lookFor(makeFacts({ env })).glyphs).toBe(glyphs);
});

it('links web addresses if the terminal supports links, and nothing that could end the sequence', () => {
  const { link } = lookFor(makeFacts({ links: true }));
  expect(link('#12', 'http://a/1')).toBe('\u001b]8;;http://a/1\u001b\\#12\u001b]8;;\u001b\\');
  expect(link('#12', 'http://a/\u001b\\')).toBe('#12');
  expect(lookFor(makeFacts()).link('#12', 'http://a/1')).toBe('#12');
});
