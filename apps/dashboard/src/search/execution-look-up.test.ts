import { expect, it } from 'vitest';
import { buildExecutionLookUp } from './execution-look-up.ts';

const NOW = new Date(2026, 10, 23, 12);
const LONG_AGO = new Date(2026, 10, 23 - 398).toISOString();

it.each([
  ['#308', 'web', { number: 308, from: LONG_AGO }],
  ['308', 'web', { number: 308, from: LONG_AGO }],
  ['#308', undefined, { search: '#308' }],
  ['#0', 'web', { search: '#0' }],
  ['PR 112', undefined, { pullRequest: 112, from: LONG_AGO }],
  ['pr#112', 'web', { pullRequest: 112, from: LONG_AGO }],
  ['!112', 'web', { pullRequest: 112, from: LONG_AGO }],
  ['Merge request 112', 'web', { pullRequest: 112, from: LONG_AGO }],
  ['PR 0', 'web', { search: 'PR 0' }],
  ['prune 112', 'web', { search: 'prune 112' }],
  ['933468b', undefined, { commit: '933468b', from: LONG_AGO }],
  ['retry', 'web', { search: 'retry' }],
  ['', 'web', {}],
])('looks %j up in project %j', (search, project, asked) => {
  expect(buildExecutionLookUp(search, project, NOW)).toEqual(asked);
});
