import { expect, it } from 'vitest';
import { isLoopback } from './is-loopback.ts';

it.each([
  ['http://localhost:4400', true],
  ['http://svc.localhost', true],
  ['http://127.0.0.2:1', true],
  ['http://[::1]:4400', true],
  ['http://10.0.0.1', false],
  ['http://localhost.example.com', false],
  ['https://svc.example.com', false],
])('knows whether %s is on this machine', (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});
