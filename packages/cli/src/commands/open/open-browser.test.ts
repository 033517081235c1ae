import { expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';

const DESKTOP = { env: { DISPLAY: ':0' }, platform: 'linux', isTerminal: true } as const;

it.each([
  ['a desktop', DESKTOP, true],
  ['macOS', { ...DESKTOP, env: {}, platform: 'darwin' as const }, true],
  ['a Linux without a desktop', { ...DESKTOP, env: {} }, false],
  ['SSH', { ...DESKTOP, env: { DISPLAY: ':0', SSH_CONNECTION: '1 2 3 4' } }, false],
  ['SSH with a browser of choice', { ...DESKTOP, env: { SSH_TTY: 'x', BROWSER: 'w3m' } }, true],
  ['CI', { ...DESKTOP, env: { DISPLAY: ':0', CI: 'true' } }, false],
  ['a pipe', { ...DESKTOP, isTerminal: false }, false],
])('knows whether %s has a browser', (_, facts, expected) => {
  expect(hasBrowser(facts)).toBe(expected);
});
