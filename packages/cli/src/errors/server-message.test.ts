import { expect, it } from 'vitest';
import { splitServerMessage } from './server-message.ts';

it.each([
  [
    "This requires the role 'admin', and 'ada' has the role 'member'. Ask an admin or owner.",
    "This requires the role 'admin', and 'ada' has the role 'member'",
    'ask an admin or owner',
  ],
  ['One. Two. Upload with another key.', 'One. Two', 'upload with another key'],
  ['The password is wrong.', 'The password is wrong', undefined],
  ['svc 1.2 is older', 'svc 1.2 is older', undefined],
  [
    "This requires a signed-in user, and 'No. 1' is an API key.",
    "This requires a signed-in user, and 'No. 1' is an API key",
    undefined,
  ],
  ["'CI. Web' may only upload.", "'CI. Web' may only upload", undefined],
  [
    "'CI. Web' may not. Upload executions of 'main' with another key.",
    "'CI. Web' may not",
    "upload executions of 'main' with another key",
  ],
  ['', '', undefined],
])('reads %j', (message, said, hint) => {
  expect(splitServerMessage(message)).toEqual({ said, hint });
});
