import { expect, it } from 'vitest';
import { offeredProjects } from './offered-projects.ts';

it('offers chosen projects that are not known first, and leaves the known ones in their order', () => {
  expect([
    offeredProjects(['api', 'web'], []),
    offeredProjects(['api', 'web'], ['web']),
    offeredProjects(['api', 'web'], ['web', 'deleted']),
    offeredProjects([], ['web']),
  ]).toEqual([['api', 'web'], ['api', 'web'], ['deleted', 'api', 'web'], ['web']]);
});
