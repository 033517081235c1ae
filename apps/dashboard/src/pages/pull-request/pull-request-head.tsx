import type { PullRequest } from '@svc/contract/gate/pull-requests';
import { IconGitBranch, IconGitCommit, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { GATE_WORDS } from '../../components/gate/gate-sentence.ts';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { shortenCommit } from '../../format/identity.ts';
import { CompareSuite } from './compare-suite.tsx';
import { describePullRequest } from './pull-request-sentence.ts';

/** Whether the pull request is safe, and which change it is. */
export function PullRequestHead({ answer }: { answer: PullRequest }) {
  const { project, number, verdict, title, baseBranch } = answer;
  // They are sorted so.
  const [worst] = answer.suites;
  return (
    <div className="head">
      <div className="grow">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link to="/executions" search={{ project }}>
            Executions
          </Link>
          <span aria-hidden="true">›</span>
          <Link to="/executions" search={{ project, search: `PR ${number}` }} className="clip">
            <bdi>{project}</bdi>
          </Link>
        </nav>
        <h1 className="execution-title">
          <StatusGlyph status={GATE_WORDS[verdict].glyph} size={20} label={null} />
          <span>{describePullRequest(answer)}</span>
        </h1>
        {title !== null && title !== '' && (
          <p className="wrap-anywhere">
            <bdi>{title}</bdi>
          </p>
        )}
        <Facts answer={answer} />
        <OtherProjects answer={answer} />
      </div>
      {worst !== undefined && (
        <div className="actions">
          <CompareSuite suite={worst} baseBranch={baseBranch} className="btn primary" />
        </div>
      )}
    </div>
  );
}

function Facts({ answer: { branch, baseBranch, commit, author } }: { answer: PullRequest }) {
  return (
    <div className="facts execution-facts">
      {branch !== null && (
        <span title={branch}>
          <IconGitBranch size={14} stroke={1.5} aria-label="Branch" />
          <bdi className="clip">{branch}</bdi>
          {baseBranch !== null && (
            <>
              <span>into</span>
              <bdi className="clip">{baseBranch}</bdi>
            </>
          )}
        </span>
      )}
      {commit !== null && (
        <span title={commit}>
          <IconGitCommit size={14} stroke={1.5} aria-label="Commit" />
          <bdi className="mono">{shortenCommit(commit)}</bdi>
        </span>
      )}
      {author !== null && (
        <span>
          <IconUser size={14} stroke={1.5} aria-label="Author" />
          <bdi className="clip">{author}</bdi>
        </span>
      )}
    </div>
  );
}

function OtherProjects({ answer: { number, otherProjects } }: { answer: PullRequest }) {
  if (otherProjects.length === 0) return null;
  return (
    <p className="sub">
      Also tested in{' '}
      {otherProjects.map((other, place) => (
        <span key={other}>
          {place > 0 && ', '}
          <Link
            className="link"
            to="/projects/$project/pull-requests/$number"
            params={{ project: other, number: String(number) }}
          >
            <bdi>{other}</bdi>
          </Link>
        </span>
      ))}
      . Each project has an answer of its own.
    </p>
  );
}
