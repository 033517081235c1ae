import type { Branch } from '@svc/contract/executions/branches';
import type { GlyphStatus } from '../../components/status/status-glyph.tsx';

type Ran = Pick<Branch['execution'], 'status' | 'git' | 'partial'>;

/** Whether no execution of the branch says how the branch is doing, although one ended. */
export function isUnjudged({ recent, execution }: Pick<Branch, 'recent' | 'execution'>): boolean {
  return recent.length === 0 && execution.status !== 'running';
}

/** How an execution that says nothing of its branch ended: `failed, with uncommitted changes`. */
export function formatOutcomeWithReason({ status, git, partial }: Ran): string {
  const outcome = status === 'interrupted' ? 'was interrupted' : status;
  const [reason] = [
    git.dirty === true ? 'with uncommitted changes' : null,
    partial.length > 0 ? 'with only a part of the tests' : null,
    git.branch !== undefined && git.branch === git.baseBranch ? 'for a pull request' : null,
  ].filter((words) => words !== null);
  return reason === undefined ? outcome : `${outcome}, ${reason}`;
}

/** The sign where nothing needs attention: what then fails on a default branch is a known flake. */
export function pickQuietGlyph(
  branches: readonly { isDefault: boolean; execution: Pick<Ran, 'status'> }[],
): GlyphStatus {
  const isRed = branches.some(
    ({ isDefault, execution: { status } }) => isDefault && status === 'failed',
  );
  return isRed ? 'flaky' : 'passed';
}
