import { expect, it } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { ODD_STATUSES, ODD_TESTS } from '@svc/reporter-core/test/projects/odd-tests.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { addBare, type Batch } from '../projects/batch.ts';
import { config } from '../projects/fixture-project.ts';

/** Tests that errors and titles which are hard to read disturb nothing. */
export function testOddErrors(batch: Batch): void {
  const bare = addBare(batch, `odd-tests-${batch.major}`, ODD_FILES);
  const odd = batch.add({ files: ODD_FILES });
  it('is not disturbed by odd values, titles and output', async () => {
    const { run, body } = odd();
    expect(endingOf(run)).toEqual(await bare());
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 7 results \(7 failed\) to /)]);
    expect(statuses(body).sort()).toEqual(ODD_STATUSES);
  });

  const round = batch.add({ files: ROUND });
  it('takes an error that is its own cause to the depth of the contract', () => {
    let depth = 0;
    const [result] = round().body.results;
    for (let error = result?.attempts?.[0]?.errors?.[0]; error; error = error.cause) {
      expect(error.message).toBe('Error: round');
      depth++;
    }
    expect(depth).toBe(6);
  });

  const hostile = batch.add({ files: HOSTILE });
  it('sends an error whose frames lie on another host, and the least of a test that cannot be read', () => {
    const { run, body } = hostile();
    expect(run.exitCode).toBe(1);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 2 results \(1 failed\)/)]);
    expect(outcomes(body)).toEqual([
      ['adds up', 'failed', expect.stringContaining('thrown elsewhere'), undefined],
      ['goes on', 'passed', undefined, 'not-translated'],
    ]);
  });
}

const ODD_FILES = {
  'vitest.config.js': config(['tap', '@svc/vitest-reporter']),
  'without.config.js': config(['tap']),
  'odd.test.js': `import { expect, test } from 'vitest';\n${ODD_TESTS.join('')}`,
};

const ROUND = {
  // The default reporter of Vitest 4 and 5 would overflow the stack.
  'vitest.config.js': config(['@svc/vitest-reporter']),
  'a.test.js': `import { test } from 'vitest';
test('goes round', () => { const error = new Error('round'); error.cause = error; throw error; });
`,
};

/** Node's format for frames of a module on a share, and of a module with a slash in its name. */
const HOSTILE_STACK = `Error: thrown elsewhere
    at pay (file://host/share/x.js:1:2)
    at cart (file:///a%2Fb.js:3:4)`;

/** A run in which another reporter makes Vitest's report of a test unreadable. */
const HOSTILE = {
  'vitest.config.js': `const breaking = {
  onTestRunEnd(modules) {
    for (const test of modules[0].children.allTests('passed')) test.diagnostic = null;
  },
};
export default { test: { reporters: ['tap', breaking, '@svc/vitest-reporter'], maxWorkers: 1 } };
`,
  'src/shop.test.js': `import { test } from 'vitest';
test('adds up', () => {
  throw Object.assign(new Error('thrown elsewhere'), { stack: ${JSON.stringify(HOSTILE_STACK)} });
});
test('goes on', () => {});
`,
};

function outcomes({ results }: IngestBody) {
  return results.map(({ titlePath, status, attempts = [], annotations = [] }) => [
    titlePath.at(-1),
    status,
    attempts[0]?.errors?.[0]?.message,
    annotations.find(({ type }) => type === 'not-translated')?.type,
  ]);
}
