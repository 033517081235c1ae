import { expect, it } from 'vitest';
import { normaliseMessage } from './normalised-message.ts';

it.each([
  'csvToXlsx is not a function',
  "reading 'x25519'",
  'kTLSv13(options) failed',
  'import { fp16ToFp32',
  'this.wasm.__x509ToPEM3 is not a constructor',
])('keeps a name that a program uses: %s', (line) => {
  expect(normaliseMessage(line, 'other')).toBe(line);
});

it.each([
  ["reading 'V1StGXR8Z5jdHi6BmyT'", "reading '<id>'"],
  ["reading 'd41d8cd98f00b204'", "reading '<id>'"],
  ["reading 'aB3xY9zQk2Lm'", "reading '<id>'"],
  ['handler_aB3xY9zQk2Lm() failed', 'handler_<id>() failed'],
  ['handler_5f3a9c01d2e4() failed', 'handler_<id>() failed'],
  ['relation "t_5f3a9c01" does not exist', 'relation "t_<id>" does not exist'],
  ['table "aB3xY9zQk2Lm" already exists', 'table "<id>" already exists'],
  ['aB3xY9zQk2Lm is not defined in the store', '<id> is not defined in the store'],
  ['token aB3xY9zQk2Lm is not supported', 'token <id> is not supported'],
  ["setting '01ARZ3NDEKTSV4RRFFQ69G5FAV'", "setting '<id>'"],
  [
    '__vite_ssr_import_12__.kTLSv13 is not a function',
    '__vite_ssr_import_<n>__.kTLSv13 is not a function',
  ],
  ['order (aB3xY9zQ) is gone', 'order (<id>) is gone'],
])('masks an id also where a name may be: %s', (line, expected) => {
  expect(normaliseMessage(line, 'other')).toBe(expected);
});
