import { expect, it } from 'vitest';
import {
  describePause,
  formatMinSeverity,
  buildWebhookFacts,
  formatWebhookName,
  describeWebhookStatus,
} from './webhook-words.ts';

it('names a webhook by its description, or else by its address, and cuts a long name', () => {
  const url = 'https://hooks.acme.test:8443/svc?x=1';
  expect(formatWebhookName({ description: 'Team channel', url })).toBe('Team channel');
  expect(formatWebhookName({ description: '', url })).toBe(url);
  const name = formatWebhookName({ description: '🙂'.repeat(500), url });
  expect(name).toBe(`${'🙂'.repeat(39)}…`);
});

it.each([
  [true, 0, 'active'],
  [true, 3, 'failing, 3 in a row'],
  [false, 3, 'off'],
])('active %s with %d failures in a row is %s', (active, consecutiveFailures, words) => {
  expect(describeWebhookStatus({ active, consecutiveFailures }).words).toBe(words);
});

it('says why and when the server turned a webhook off', () => {
  const pausedAt = '2026-03-02T12:00:00.000Z';
  expect(describePause({ pauseReason: null, pausedAt: null })).toBeNull();
  expect(describePause({ pauseReason: 'failing', pausedAt })).toBe(
    'Turned off on 2 Mar 2026: 5 days of nothing but failures',
  );
  expect(describePause({ pauseReason: 'gone', pausedAt })).toBe(
    'Turned off on 2 Mar 2026: the receiver answered 410 (gone)',
  );
});

it('names the most severe class alone, and others with the more severe ones', () => {
  expect(formatMinSeverity('REAL_BUG')).toBe('REAL_BUG only');
  expect(formatMinSeverity('HEALABLE')).toBe('HEALABLE or more severe');
});

it('lists the filters that a webhook has', () => {
  const webhook = { format: 'standard', hasSecret: true, project: null, branch: null } as const;
  expect(buildWebhookFacts({ ...webhook, minSeverity: null })).toEqual(['signed']);
  expect(
    buildWebhookFacts({
      ...webhook,
      format: 'slack',
      project: 'web',
      branch: 'main',
      minSeverity: 'INFRA',
    }),
  ).toEqual(['Slack', 'only web', 'branch main', 'INFRA or more severe']);
});
