import { describe } from 'vitest';
import { testKilledServer } from '@svc/reporter-core/test/suites/test-killed-server.ts';
import { expectedOutcomes } from './expected-outcomes.ts';
import { makeProject } from './fixture-project.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

describe('a run of Playwright', () => {
  testKilledServer({
    makeProject: () => makeProject('1.65', OUTCOME_PROJECT),
    env: { SVC_ARTIFACTS: 'none' },
    expected: (url) => expectedOutcomes('1.65', url),
  });
});
