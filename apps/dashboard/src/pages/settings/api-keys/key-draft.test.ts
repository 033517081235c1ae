import { expect, it } from 'vitest';
import { buildKeyInput, NEW_KEY, pickKeyProjects } from './key-draft.ts';

it('binds nothing unless somebody says so', () => {
  expect(buildKeyInput(NEW_KEY, 'web')).toEqual({ scope: 'ingest' });
  expect(buildKeyInput({ ...NEW_KEY, branches: '  ' }, 'web')).toEqual({ scope: 'ingest' });
});

it('proposes the project of the page for pull requests, without the base branch', () => {
  const draft = { ...NEW_KEY, use: 'pullRequests' as const };
  expect(buildKeyInput(draft, 'web')).toEqual({
    scope: 'ingest',
    projects: ['web'],
    mayClaimBase: false,
  });
  expect(buildKeyInput(draft, undefined)).toEqual({ scope: 'ingest', mayClaimBase: false });
  // Somebody took the project out again.
  expect(pickKeyProjects({ ...draft, projects: [] }, 'web')).toEqual([]);
});

it('sends patterns that were separated by spaces', () => {
  const draft = { ...NEW_KEY, projects: ['web', 'api'], branches: ' release/*  !release/1 ' };
  expect(buildKeyInput(draft, undefined)).toEqual({
    scope: 'ingest',
    projects: ['web', 'api'],
    branches: ['release/*', '!release/1'],
  });
});

it('sends no bounds of a key that may read everything', () => {
  const draft = { use: 'full' as const, projects: ['web'], branches: 'release/*' };
  expect(buildKeyInput(draft, 'web')).toEqual({ scope: 'full' });
});
