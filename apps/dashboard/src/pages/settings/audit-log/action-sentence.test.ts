import { AUDIT_ACTIONS } from '@svc/contract/people/audit-log';
import { expect, it } from 'vitest';
import { describeAction } from './action-sentence.ts';

it('shows a name unchanged, with any characters', () => {
  const target = { kind: 'apiKey', id: '1', name: "$& $' $1 {}" };
  expect(describeAction({ action: 'apiKey.revoked', target })).toBe(
    "revoked the API key “$& $' $1 {}”",
  );
});

it.each(AUDIT_ACTIONS)('has words for %s', (action) => {
  const target = { kind: 'any', id: '1', name: 'CI' };
  const sentence = describeAction({ action, target });
  expect(sentence).toContain('“CI”');
  expect(sentence).not.toContain(action);
});
