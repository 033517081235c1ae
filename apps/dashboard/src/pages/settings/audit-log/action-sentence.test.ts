import { expect, it } from 'vitest';
import { actionSentence } from './action-sentence.ts';

it('shows a name as it is, whatever characters it has', () => {
  const target = { kind: 'apiKey', id: '1', name: "$& $' $1 {}" };
  expect(actionSentence({ action: 'apiKey.revoked', target })).toBe(
    "revoked the API key “$& $' $1 {}”",
  );
});
