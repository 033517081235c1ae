import type { Execution } from '@svc/contract/executions/executions';
import {
  IconBox,
  IconClock,
  IconExternalLink,
  IconGitBranch,
  IconGitCommit,
  IconGitPullRequest,
  IconStack2,
  IconTag,
  IconUser,
} from '@tabler/icons-react';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { shortenCommit } from '../../../format/identity.ts';
import { PullRequestLink } from '../../../components/links/pull-request-link.tsx';
import { parseHttpUrl } from '../../../components/links/http-url.ts';

const SHOWN_TAGS = 8;

/** Where, when and with what the execution ran. */
export function ExecutionFacts({ execution }: { execution: Execution }) {
  const { framework, frameworkVersion, name, shards, environment, tags, legs } = execution;
  const suite = [
    [framework, frameworkVersion].filter((one) => one !== null).join(' '),
    name,
    environment['name'] === 'ci' ? undefined : environment['name'],
  ].filter((one) => one !== null && one !== undefined);
  return (
    <div className="facts execution-facts">
      <GitFacts execution={execution} />
      <span>
        <IconBox size={14} stroke={1.5} aria-label="Framework" />
        <bdi className="clip">{suite.join(' · ')}</bdi>
      </span>
      {(shards.expected > 1 || shards.carried > 0) && (
        <span>
          <IconStack2 size={14} stroke={1.5} aria-hidden />
          {shards.received + shards.carried} of {shards.expected} parts
        </span>
      )}
      {legs.length > 0 && <span title={legs.join(', ')}>{legs.length} legs</span>}
      <span title="From the first start to the last end">
        <IconClock size={14} stroke={1.5} aria-label="Duration" />
        {formatDuration(execution.durationMs)}
      </span>
      <span>
        <TimeAgo at={execution.startedAt} />
      </span>
      <CiLink ci={execution.ci} />
      <Tags tags={tags} />
    </div>
  );
}

function GitFacts({ execution }: { execution: Execution }) {
  const { git, ci } = execution;
  return (
    <>
      {git.branch !== undefined && (
        <span title={git.branch}>
          <IconGitBranch size={14} stroke={1.5} aria-label="Branch" />
          <bdi className="clip">{git.branch}</bdi>
        </span>
      )}
      {git.commit !== undefined && (
        <span title={git.commit}>
          <IconGitCommit size={14} stroke={1.5} aria-label="Commit" />
          <bdi className="mono">{shortenCommit(git.commit)}</bdi>
        </span>
      )}
      {ci.pullRequest !== undefined && (
        <span>
          <IconGitPullRequest size={14} stroke={1.5} aria-hidden />
          <PullRequestLink project={execution.project} number={ci.pullRequest} />
        </span>
      )}
      {git.author !== undefined && (
        <span>
          <IconUser size={14} stroke={1.5} aria-label="Author" />
          <bdi className="clip">{git.author}</bdi>
        </span>
      )}
    </>
  );
}

function Tags({ tags }: Pick<Execution, 'tags'>) {
  return (
    <>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span className="tag" key={tag} title={tag}>
          <IconTag size={12} stroke={1.5} aria-label="Tag" />
          <bdi className="clip">{tag}</bdi>
        </span>
      ))}
      {tags.length > SHOWN_TAGS && (
        <span className="tag" title={tags.slice(SHOWN_TAGS).join(', ')}>
          {tags.length - SHOWN_TAGS} more tags
        </span>
      )}
    </>
  );
}

function CiLink({ ci: { provider, workflow, job, url } }: Pick<Execution, 'ci'>) {
  const text = [PROVIDERS[provider ?? ''] ?? provider, workflow ?? job]
    .filter((one) => one !== undefined)
    .join(', ');
  const address = parseHttpUrl(url);
  if (address === null) return text === '' ? null : <bdi className="clip">{text}</bdi>;
  return (
    <a className="link row" href={address} target="_blank" rel="noreferrer">
      <bdi className="clip">{text === '' ? 'CI run' : text}</bdi>
      <IconExternalLink size={12} stroke={1.5} aria-label="opens in a new tab" />
    </a>
  );
}

const PROVIDERS: Record<string, string> = {
  unknown: 'CI',
  github: 'GitHub Actions',
  gitlab: 'GitLab CI',
  circleci: 'CircleCI',
  azure: 'Azure Pipelines',
  jenkins: 'Jenkins',
  buildkite: 'Buildkite',
  bitbucket: 'Bitbucket Pipelines',
};
