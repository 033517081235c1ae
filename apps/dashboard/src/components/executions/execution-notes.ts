import type { Execution } from '@svc/contract/executions/executions';
import type { PartialReason } from '@svc/contract/executions/ingest';

/** Why an execution is not the whole of its tests, or not an ordinary one. */
export interface ExecutionNote {
  kind: 'outside' | 'parts' | 'cut-off' | 'partial' | 'local' | 'attempt';
  text: string;
  tone: 'fail' | 'warn' | 'accent' | '';
  /** The same in a sentence. */
  meaning: string;
}

export const PARTIAL_WORDS: Record<PartialReason, string> = {
  filter: 'filtered',
  changed: 'changed files only',
  'last-failed': 'last failed only',
  bail: 'stopped at a failure',
};

type Noted = Pick<
  Execution,
  'status' | 'shards' | 'partial' | 'git' | 'ci' | 'attempt' | 'totals' | 'hasFileErrors'
>;

/** The notes of an execution, the gravest first. */
export function buildExecutionNotes(execution: Noted): ExecutionNote[] {
  const { status, partial, git, attempt } = execution;
  const notes: ExecutionNote[] = [...buildOutsideNotes(execution), ...buildPartNotes(execution)];
  if (status === 'interrupted' && countMissingParts(execution) === 0) {
    notes.push({
      kind: 'cut-off',
      text: 'cut off',
      tone: 'warn',
      meaning: 'The run ended before all tests did.',
    });
  }
  if (partial.length > 0) {
    const words = partial.map((reason) => PARTIAL_WORDS[reason]).join(', ');
    notes.push({
      kind: 'partial',
      text: words,
      tone: '',
      meaning: 'Some tests could not run. They count as neither new nor removed.',
    });
  }
  if (!isFromCi(execution)) {
    const text = git.dirty === true ? 'local, uncommitted changes' : 'local';
    notes.push({
      kind: 'local',
      text,
      tone: '',
      meaning:
        'From a developer machine. Where executions from CI exist, only they show the state of a branch.',
    });
  }
  if (attempt > 1) {
    notes.push({
      kind: 'attempt',
      text: `attempt ${attempt}`,
      tone: '',
      meaning: 'The same CI run was run again.',
    });
  }
  return notes;
}

/** Whether the execution comes from CI. */
export function isFromCi({ ci }: Pick<Execution, 'ci'>): boolean {
  return ci.provider !== undefined || ci.runId !== undefined;
}

/** How many parts have not arrived. */
export function countMissingParts({ shards }: Pick<Execution, 'shards'>): number {
  return Math.max(0, shards.expected - shards.received - shards.carried);
}

function buildPartNotes(execution: Noted): ExecutionNote[] {
  const missing = countMissingParts(execution);
  if (missing === 0 || execution.shards.expected < 2) return [];
  const { expected } = execution.shards;
  return [
    {
      kind: 'parts',
      text: `${expected - missing} of ${expected} parts`,
      tone: execution.status === 'running' ? 'accent' : 'warn',
      meaning: `${missing} ${missing === 1 ? 'part has' : 'parts have'} not reported.`,
    },
  ];
}

/** What failed outside of the tests. */
function buildOutsideNotes({ status, totals, hasFileErrors }: Noted): ExecutionNote[] {
  if (hasFileErrors) {
    return [
      {
        kind: 'outside',
        text: 'a file failed to load',
        tone: 'fail',
        meaning: 'A file failed outside its tests: its import or a hook.',
      },
    ];
  }
  if (status !== 'failed' || totals.failed + totals.timedOut > 0) return [];
  return [
    {
      kind: 'outside',
      text: 'failed outside of tests',
      tone: 'fail',
      meaning: 'No test failed, but the run itself did.',
    },
  ];
}
