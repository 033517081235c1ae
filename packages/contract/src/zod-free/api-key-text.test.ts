import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { API_KEY_PATTERN, buildApiKey, isApiKeyText } from './api-key-text.ts';

const RANDOM = 'Ab0Cd1Ef2Gh3Ij4Kl5Mn6Op7Qr8St9';

it('ends a key with the base62 digits of the standard CRC-32', () => {
  const text = buildApiKey(RANDOM);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const value = Array.from(text.slice(-6)).reduce(
    (sum, digit) => sum * 62 + digits.indexOf(digit),
    0,
  );
  expect({ length: text.length, value }).toEqual({ length: 40, value: crc32(RANDOM) });
});

it('accepts keys, and no other text', () => {
  const text = buildApiKey(RANDOM);
  const others = [
    text.slice(0, -1),
    `${text}0`,
    text.toLowerCase(),
    text.replace('Ab', 'bA'),
    `svc_${'0'.repeat(36)}`,
    ` ${text}`,
    '',
  ];
  expect([text, ...others].filter(isApiKeyText)).toEqual([text]);
});

it('refuses a key with any one character mistyped', () => {
  const text = buildApiKey(RANDOM);
  const mistyped = Array.from({ length: 36 }, (_, index) => {
    const place = index + 4;
    return text.slice(0, place) + (text[place] === 'x' ? 'y' : 'x') + text.slice(place + 1);
  });
  expect(mistyped.filter(isApiKeyText)).toEqual([]);
});

it('is found by the pattern of secret scanners inside other text', () => {
  const text = buildApiKey(RANDOM);
  expect(API_KEY_PATTERN.exec(`curl -H 'Authorization: Bearer ${text}' http://x`)?.[0]).toBe(text);
});
