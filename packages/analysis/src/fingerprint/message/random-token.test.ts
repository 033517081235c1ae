import { expect, it } from 'vitest';
import { isRandomToken } from './random-token.ts';

it.each([
  'qWxkLmZtRpGh',
  'V1StGXR8z5jd',
  'V1StGXR8_Z5jdHi6B-myT',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'cjld2cjxh0000qzrmn831i7rn',
  'q83vEjRWeJCrze8SNFZ4kA',
  'a8Xk/29dQpLm+Zt4rWv',
  'aB3xY9z',
])('takes %s for random', (token) => {
  expect(isRandomToken(token)).toBe(true);
});

it.each([
  'getUserName',
  'IndexOutOfBoundsException',
  'toHaveBeenCalledTimes',
  'utf8Decode',
  'Http2Session',
  'XMLHttpRequest',
  'useTRPCClient',
  'parseURLSearchParams',
  'isIPv4MappedAddress',
  'toISO8601String',
  'SHA256withRSA',
  'user1234',
  'RFC2045',
  'myHTMLElement2',
  'my-component-name-2',
  'HTTP2_HEADER_STATUS',
  'aes-128-gcm-sha256',
  'X-Api-Key',
  'node_modules',
  'src/components/UserProfile',
  'lowercase',
  'UPPERCASE',
  'short1',
])('takes %s for a name', (token) => {
  expect(isRandomToken(token)).toBe(false);
});
