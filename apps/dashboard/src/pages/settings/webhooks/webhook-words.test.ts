import { expect, it } from 'vitest';
import {
  pauseSentence,
  severityWords,
  webhookFacts,
  webhookName,
  webhookStatus,
} from './webhook-words.ts';

it('names a webhook by its description, or else by its address, and cuts a long name', () => {
  const url = 'https://hooks.acme.test:8443/svc?x=1';
  expect(webhookName({ description: 'Team channel', url })).toBe('Team channel');
  expect(webhookName({ description: '', url })).toBe(url);
  const name = webhookName({ description: '🙂'.repeat(500), url });
  expect(name).toBe(`${'🙂'.repeat(79)}…`);
});

it.each([
  [true, 0, 'active'],
  [true, 3, 'failing, 3 in a row'],
  [false, 3, 'off'],
])('active %s with %d failures in a row is %s', (active, consecutiveFailures, words) => {
  expect(webhookStatus({ active, consecutiveFailures }).words).toBe(words);
});

it('says why and when the server turned a webhook off', () => {
  const pausedAt = '2026-03-02T12:00:00.000Z';
  expect(pauseSentence({ pauseReason: null, pausedAt: null })).toBeNull();
  expect(pauseSentence({ pauseReason: 'failing', pausedAt })).toBe(
    'Turned off on 2 Mar 2026: 5 days of nothing but failures',
  );
  expect(pauseSentence({ pauseReason: 'gone', pausedAt })).toBe(
    'Turned off on 2 Mar 2026: the receiver answered 410 (gone)',
  );
});

it('names the most severe class alone, and others with the more severe ones', () => {
  expect(severityWords('REAL_BUG')).toBe('REAL_BUG only');
  expect(severityWords('HEALABLE')).toBe('HEALABLE or more severe');
});

it('lists the filters that a webhook has', () => {
  const webhook = { format: 'standard', hasSecret: true, project: null, branch: null } as const;
  expect(webhookFacts({ ...webhook, minSeverity: null })).toEqual(['signed']);
  expect(
    webhookFacts({
      ...webhook,
      format: 'slack',
      project: 'web',
      branch: 'main',
      minSeverity: 'INFRA',
    }),
  ).toEqual(['Slack', 'only web', 'branch main', 'INFRA or more severe']);
});
