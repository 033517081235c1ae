import { describe } from 'vitest';
import { testKilledServer } from '@svc/reporter-core/test/suites/test-killed-server.ts';
import { expectedOutcomes } from './expected-outcomes.ts';
import { makeProject } from './fixture-project.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

describe('a run of Jest', () => {
  testKilledServer({
    makeProject: () => makeProject('30', OUTCOME_PROJECT),
    expected: (url) => expectedOutcomes('30', url),
  });
});
