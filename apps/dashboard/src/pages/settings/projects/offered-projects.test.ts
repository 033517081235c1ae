import { expect, it } from 'vitest';
import { listOfferedProjects } from './offered-projects.ts';

it('offers chosen projects that are not known first, and leaves the known ones in their order', () => {
  expect([
    listOfferedProjects(['api', 'web'], []),
    listOfferedProjects(['api', 'web'], ['web']),
    listOfferedProjects(['api', 'web'], ['web', 'deleted']),
    listOfferedProjects([], ['web']),
  ]).toEqual([['api', 'web'], ['api', 'web'], ['deleted', 'api', 'web'], ['web']]);
});
