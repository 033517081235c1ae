import { describe } from 'vitest';
import { testKilledServer } from '@svc/reporter-core/test/suites/test-killed-server.ts';
import { expectedOutcomes } from './expected/expected-outcomes.ts';
import { makeProject } from './projects/fixture-project.ts';
import { OUTCOME_PROJECT } from './projects/outcome-project.ts';

describe('a run of Vitest', () => {
  testKilledServer({
    makeProject: () => makeProject('5', OUTCOME_PROJECT),
    env: { SVC_INCLUDE_OUTPUT: 'all' },
    expected: (url) => expectedOutcomes('5', url),
  });
});
