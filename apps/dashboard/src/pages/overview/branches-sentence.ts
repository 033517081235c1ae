import type { Branch } from '@svc/contract/executions/branches';
import type { GlyphStatus } from '../../components/status/status-glyph.tsx';
import { formatCount, formatCounted } from '../../format/count.ts';

const MOST_NAMES = 6;

type BranchState = Pick<Branch, 'project' | 'branch' | 'recent'>;

/** Which branches: the default ones of all projects, those of one project, or those of one name in all projects. */
export type BranchKind = 'default' | 'project' | 'chosen';

/**
 * How some branches are doing: `1 of 3 default branches is failing`. A branch fails or passes as its last execution
 * that ended did; an interrupted one says nothing.
 */
export function branchesSentence(
  branches: readonly BranchState[],
  kind: BranchKind,
  /** Whether executions of other branches are in the period. */
  hasOthers = false,
): { status: GlyphStatus; title: string; detail: string } {
  if (branches.length === 0 && hasOthers) {
    return {
      status: 'notRun',
      title: 'No execution of a default branch in this period',
      detail: 'Choose a project to see its branches.',
    };
  }
  if (branches.length === 0) {
    return {
      status: 'notRun',
      title: 'No execution in this period',
      detail: 'A longer period or other filters may show some.',
    };
  }
  const noun = kind === 'default' ? 'default branch' : 'branch';
  const failing = branches.filter((branch) => stateOf(branch) === 'failed');
  const passing = branches.filter((branch) => stateOf(branch) === 'passed');
  const counted = formatCounted(branches.length, noun, `${noun}es`);
  if (failing.length > 0) {
    const names = failing.map(({ project, branch }) =>
      kind === 'project' ? (branch ?? 'no branch') : `${project} (${branch ?? 'no branch'})`,
    );
    const more = names.length - MOST_NAMES;
    return {
      status: 'failed',
      title: `${formatCount(failing.length)} of ${counted} ${failing.length === 1 ? 'is' : 'are'} failing`,
      detail: `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`,
    };
  }
  const detail =
    kind === 'project'
      ? 'None of the shown executions is of the default branch.'
      : 'Choose a project to see its branches.';
  if (passing.length < branches.length) {
    return {
      status: 'interrupted',
      title: `${formatCount(passing.length)} of ${counted} ${passing.length === 1 ? 'passes' : 'pass'}, none is failing`,
      detail,
    };
  }
  return {
    status: 'passed',
    title: branches.length === 1 ? `The ${noun} passes` : `All ${counted} pass`,
    detail,
  };
}

function stateOf({ recent }: BranchState): 'passed' | 'failed' | null {
  const last = recent.findLast(({ status }) => status === 'passed' || status === 'failed');
  return last === undefined ? null : last.status === 'failed' ? 'failed' : 'passed';
}
