import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { Execution } from '@svc/contract/executions/executions';
import { IconGitBranch, IconGitPullRequest } from '@tabler/icons-react';
import { PullRequestLink } from '../links/pull-request-link.tsx';
import { shortenCommit } from '../../format/identity.ts';

const TITLE_CHARACTERS = 300;

type Changed = Pick<Execution, 'git' | 'ci' | 'name' | 'framework' | 'number'>;

interface ExecutionRevisionProps extends Pick<Execution, 'git' | 'ci' | 'project'> {
  /** Where a link may stand: not inside of a button. */
  linksPullRequest?: boolean;
}

/** What an execution tested, in one line: the commit's message, or the execution's name where it has none. */
export function changeTitle({ git, name, framework }: Changed): string {
  const line = git.message?.split('\n', 1)[0]?.trim();
  if (line !== undefined && line !== '') return shortenText(line, TITLE_CHARACTERS);
  return name ?? `${framework} tests`;
}

/** The branch, commit and pull request of an execution. */
export function ExecutionRevision(props: ExecutionRevisionProps) {
  const { git, ci, project, linksPullRequest = false } = props;
  const { branch, commit } = git;
  return (
    <span className="revision">
      {branch !== undefined && (
        <span className="row" title={branch}>
          <IconGitBranch size={12} stroke={1.5} aria-label="branch" />
          <bdi className="clip">{branch}</bdi>
        </span>
      )}
      {commit !== undefined && <bdi className="mono">{shortenCommit(commit)}</bdi>}
      {ci.pullRequest !== undefined && (
        <span className="row nowrap">
          <IconGitPullRequest size={12} stroke={1.5} aria-hidden />
          {linksPullRequest ? (
            <PullRequestLink project={project} number={ci.pullRequest} />
          ) : (
            `PR ${ci.pullRequest}`
          )}
        </span>
      )}
    </span>
  );
}
