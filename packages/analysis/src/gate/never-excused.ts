import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';

/** Facts about an execution, besides its failures, that the gate needs. */
export interface ExecutionFacts {
  framework: string;
  isRunning: boolean;
  /** The CI run is run again, and parts that passed before need not run. */
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
  /** Parts that were reported as failed although nothing in them failed. */
  unexplained: readonly PartPlace[];
  /** Jobs and shards that failed in an earlier attempt and ran no test since. */
  unrepeated: readonly PartPlace[];
  /** No test ran here, and tests ran on the base branch. */
  lacksTestsOfBase: boolean;
}

/** Names of a part for people. Null is unknown. */
export interface PartPlace {
  /** The CI system's name. */
  job: string | null;
  leg: string | null;
  shard: { index: number; total: number } | null;
}

export interface NeverExcused {
  kind: 'file-error' | 'run-error' | 'interrupted' | 'missing-shards' | 'mass-failure';
  /** One sentence. */
  why: string;
  /** The file of a `file-error`. */
  file: string | null;
}

const MASS_TESTS = 20;
const MASS_SHARE = 0.2;

/**
 * Collects the items that no entry and no verdict excuses: errors of the run and of files, an execution that was cut
 * off, lacks parts or ran nothing, and a mass failure (at least 20 tests ran and at least 20 % of them failed). A
 * running execution does not lack parts yet. `onBase` failures are excused because the base has them: they make no
 * mass failure.
 * @see docs/read/definitions.md, "Gate"
 */
export function collectNeverExcused(
  facts: ExecutionFacts,
  { onBase }: { onBase: number },
): NeverExcused[] {
  const failures = facts.failures - onBase;
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
  if (facts.unexplained.length > 0) {
    const { names, isOne } = formatPartNames(facts.unexplained);
    const log = isOne ? `log of its job${names} has` : `logs of its jobs${names} have`;
    items.push(
      one(
        'run-error',
        `${facts.framework} reported a failure although no test failed, such as a coverage threshold or an obsolete snapshot. The ${log} the reason.`,
      ),
    );
  }
  if (facts.unrepeated.length > 0) {
    const { names, isOne } = formatPartNames(facts.unrepeated);
    const [what, it] = isOne ? ['A part', 'it'] : ['Parts', 'them'];
    items.push(
      one(
        'run-error',
        `${what}${names} failed in an earlier attempt and ran no test since, so nothing shows that the failures are gone. Run ${it} again with all tests.`,
      ),
    );
  } else if (facts.lacksTestsOfBase) {
    items.push(
      one(
        'run-error',
        'No test ran, although tests ran on the base branch. The log of its job says why, such as a filter that matches no test.',
      ),
    );
  }
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
        `${facts.missingShards} of ${facts.expectedShards} parts never arrived.`,
      ),
    );
  }
  if (facts.ran >= MASS_TESTS && failures >= MASS_SHARE * facts.ran) {
    items.push(
      one(
        'mass-failure',
        `${formatNumber(failures)} of ${formatCount(facts.ran, 'test')} failed${onBase > 0 ? ' that did not fail in the base' : ''}: from 20 %, excused failures block too.`,
      ),
    );
  }
  return items;
}

const NAMED_MOST = 3;

/** ` (e2e, shard 2 of 4; unit; 3 more)`. Empty if nothing names these parts. */
function formatPartNames(places: readonly PartPlace[]): { names: string; isOne: boolean } {
  const all = new Set(places.map(formatPartName));
  const names = [...all].filter((name) => name !== '');
  if (names.length === 0) return { names: '', isOne: true };
  const shown = names.slice(0, NAMED_MOST);
  const more = all.size - shown.length;
  const listed = more > 0 ? [...shown, `${formatNumber(more)} more`] : shown;
  return { names: ` (${listed.join('; ')})`, isOne: listed.length === 1 };
}

function formatPartName({ job, leg, shard }: PartPlace): string {
  const ofShard = shard === null ? null : `shard ${shard.index} of ${shard.total}`;
  const parts = [job, leg, ofShard].filter((name) => name !== null && name !== '');
  return parts.join(', ').replaceAll(/\s+/g, ' ');
}

function brokenFile({ file, message }: { file: string; message: string | null }): NeverExcused {
  const why = `${file} failed outside of its tests${message === null ? '.' : `: ${message}`}`;
  return { kind: 'file-error', why, file };
}
