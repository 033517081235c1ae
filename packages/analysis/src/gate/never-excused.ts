/** What the gate needs to know of an execution beside its failures. */
export interface ExecutionFacts {
  framework: string;
  isRunning: boolean;
  /** The CI run is run again, and shards or jobs that passed before need not run. */
  isRerun: boolean;
  /** Expected, and neither received nor carried. */
  missingShards: number;
  expectedShards: number;
  /** A part reported that it was cut off, or the server waited in vain. */
  isInterrupted: boolean;
  /** The run stopped after its first failures, so that other tests had no chance. */
  isBailed: boolean;
  /** Results that passed or failed, those of carried parts included. */
  ran: number;
  /** Results that failed or timed out, excused or not. */
  failures: number;
  /** The first lines of errors of the whole run, and how many more there are. */
  runErrors: readonly string[];
  moreRunErrors: number;
  /** Files that failed to load or to set up, with the first line of their error. */
  brokenFiles: readonly { file: string; message: string | null }[];
  hasMoreBrokenFiles: boolean;
  /** A part was reported as failed although nothing in it failed. */
  hasUnexplainedFailure: boolean;
  /**
   * Where tests ran that did not run here; null: nowhere. `base`: here, no test ran. `attempt-before`: a job or shard
   * failed there, and ran no test here.
   */
  lacksTests: 'base' | 'attempt-before' | null;
}

export interface NeverExcused {
  kind: 'file-error' | 'run-error' | 'interrupted' | 'missing-shards' | 'mass-failure';
  /** One sentence. */
  why: string;
  /** For `file-error`. */
  file: string | null;
}

const MASS_TESTS = 20;
const MASS_SHARE = 0.2;

/**
 * What no entry and no verdict excuses: errors of the run and of files, an execution that was cut off, lacks shards or
 * ran nothing, and a mass failure (at least 20 tests ran and at least 20 % of them failed). A running execution does
 * not lack shards yet.
 * @see definitions: gate
 */
export function neverExcused(facts: ExecutionFacts): NeverExcused[] {
  const one = (kind: NeverExcused['kind'], why: string): NeverExcused => ({
    kind,
    why,
    file: null,
  });
  const items = [
    ...facts.runErrors.map((message) =>
      one('run-error', `The run failed outside of tests: ${message}`),
    ),
    ...facts.brokenFiles.map(brokenFile),
  ];
  if (facts.moreRunErrors > 0) {
    items.push(
      one('run-error', `The run failed outside of tests with ${facts.moreRunErrors} more errors.`),
    );
  }
  if (facts.hasMoreBrokenFiles) {
    const which = facts.brokenFiles.length > 0 ? 'More test files' : 'Test files';
    items.push(one('file-error', `${which} failed outside of their tests.`));
  }
  if (facts.hasUnexplainedFailure) {
    items.push(
      one(
        'run-error',
        `${facts.framework} reported a failure although no test failed, such as a coverage threshold or an obsolete snapshot. The log of its job has the reason.`,
      ),
    );
  }
  if (facts.lacksTests !== null) items.push(one('run-error', LACKS_TESTS[facts.lacksTests]));
  if (facts.isInterrupted && facts.missingShards === 0) {
    items.push(one('interrupted', 'The run was interrupted, so tests may not have run.'));
  }
  if (facts.isBailed) {
    items.push(
      one('interrupted', 'The run stopped after its first failures, so tests did not run.'),
    );
  }
  if (!facts.isRunning && facts.missingShards > 0) {
    items.push(
      one(
        'missing-shards',
        `${facts.missingShards} of ${facts.expectedShards} shards never arrived.`,
      ),
    );
  }
  if (isMassFailure(facts)) {
    items.push(
      one(
        'mass-failure',
        `${facts.failures} of ${facts.ran} tests failed: from 20 %, excused failures block too.`,
      ),
    );
  }
  return items;
}

const LACKS_TESTS = {
  base: 'No test ran, although tests ran on the base branch. The log of its job says why, such as a filter that matches no test.',
  'attempt-before':
    'A job or shard that failed in the attempt before ran no test in this one, so nothing shows that its failures are gone. Run it again with its tests.',
};

function brokenFile({ file, message }: { file: string; message: string | null }): NeverExcused {
  const why = `${file} failed outside of its tests${message === null ? '.' : `: ${message}`}`;
  return { kind: 'file-error', why, file };
}

function isMassFailure({ ran, failures }: ExecutionFacts): boolean {
  return ran >= MASS_TESTS && failures >= MASS_SHARE * ran;
}
