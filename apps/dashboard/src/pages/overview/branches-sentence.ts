import type { Branch } from '@svc/contract/executions/branches';
import type { GlyphStatus } from '../../components/status/status-glyph.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { formatOutcomeWithReason } from './unjudged-branch.ts';

const MOST_NAMES = 6;

type BranchState = Pick<Branch, 'project' | 'branch' | 'recent' | 'execution'>;

/** Which branches: the default ones of all projects, those of one project, or those of one name in all projects. */
export type BranchKind = 'default' | 'project' | 'chosen';

interface BranchesSentence {
  status: GlyphStatus;
  title: string;
  detail: string;
}

/**
 * How some branches are doing: `1 of 3 default branches is failing`. A branch fails or passes as its last execution
 * that ended did; an interrupted one says nothing.
 */
export function describeBranches(
  branches: readonly BranchState[],
  kind: BranchKind,
  /** Whether executions of other branches are in the period. */
  hasOthers = false,
): BranchesSentence {
  if (branches.length === 0) return describeNoBranch(hasOthers);
  const noun = kind === 'default' ? 'default branch' : 'branch';
  const failing = branches.filter((branch) => decideBranchState(branch) === 'failed');
  const passing = branches.filter((branch) => decideBranchState(branch) === 'passed');
  const counted = formatCount(branches.length, noun, `${noun}es`);
  if (failing.length > 0) {
    return {
      status: 'failed',
      title: `${formatNumber(failing.length)} of ${counted} ${failing.length === 1 ? 'is' : 'are'} failing`,
      detail: `${joinFirst(failing.map((branch) => formatBranchName(branch, kind)))}.`,
    };
  }
  const detail =
    kind === 'project'
      ? 'None of the shown executions is of the default branch.'
      : 'Choose a project to see its branches.';
  const others = branches.filter((branch) => decideBranchState(branch) === null);
  if (others.length > 0) {
    const states = others.map(
      (branch) =>
        `${formatBranchName(branch, kind)}: #${branch.execution.number} ${formatOutcome(branch.execution)}`,
    );
    return {
      ...(passing.length === 0
        ? describeNothingJudged(others, noun)
        : {
            status: 'interrupted' as const,
            title: `${formatNumber(passing.length)} of ${counted} ${passing.length === 1 ? 'passes' : 'pass'}, ${formatNumber(others.length)} cannot be judged yet`,
          }),
      detail: `${joinFirst(states, '; ')}.`,
    };
  }
  return {
    status: 'passed',
    title: branches.length === 1 ? `The ${noun} passes` : `All ${counted} pass`,
    detail,
  };
}

function describeNoBranch(hasOthers: boolean): BranchesSentence {
  if (hasOthers) {
    return {
      status: 'notRun',
      title: 'No execution of a default branch in this period',
      detail: 'Choose a project to see its branches.',
    };
  }
  return {
    status: 'notRun',
    title: 'No execution in this period',
    detail: 'A longer period or other filters may show some.',
  };
}

/** The first line where no branch has an execution that shows how it is doing. */
function describeNothingJudged(
  branches: readonly BranchState[],
  noun: string,
): { status: GlyphStatus; title: string } {
  const [only] = branches;
  if (only === undefined || branches.length > 1) {
    return { status: 'notRun', title: `No ${noun} can be judged yet` };
  }
  const { project, execution } = only;
  return {
    status: execution.status,
    title:
      execution.status === 'running'
        ? `${project} is running for the first time`
        : `The newest execution of ${project} ${execution.status === 'interrupted' ? 'was interrupted' : execution.status}`,
  };
}

function formatOutcome(execution: Branch['execution']): string {
  return execution.status === 'running' ? 'is running' : formatOutcomeWithReason(execution);
}

function formatBranchName({ project, branch }: BranchState, kind: BranchKind): string {
  return kind === 'project' ? (branch ?? 'no branch') : `${project} (${branch ?? 'no branch'})`;
}

function joinFirst(names: readonly string[], separator = ', '): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(separator)}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

function decideBranchState({ recent }: BranchState): 'passed' | 'failed' | null {
  const last = recent.findLast(({ status }) => status === 'passed' || status === 'failed');
  return last === undefined ? null : last.status === 'failed' ? 'failed' : 'passed';
}
