import type { Branch } from '@svc/contract/executions/branches';
import type { Attention, AttentionItem, AttentionSince } from '@svc/contract/history/attention';
import { Link } from '@tanstack/react-router';
import { IconClock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Empty } from '../../components/states/empty.tsx';
import { ClassChip } from '../../components/status/class-chip.tsx';
import { LabelChip } from '../../components/status/label-chip.tsx';
import { OutcomeStrip } from '../../components/status/outcome-strip.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { shortenCommit } from '../../format/identity.ts';
import { isUnjudged, formatOutcomeWithReason, pickQuietGlyph } from './unjudged-branch.ts';

const SHOWN = 5;

interface AttentionListProps {
  attention: Attention;
  /** The branches that the overview shows. */
  branches: readonly Branch[];
}

/** What needs attention, most severe first. */
export function AttentionList({ attention, branches }: AttentionListProps) {
  const [isWhole, setWhole] = useState(false);
  const { items, idleDefaultBranches: idle } = attention;
  if (items.length === 0 && idle.length === 0) {
    const unjudged = branches.find(
      (branch) => branch.execution.status !== 'passed' && isUnjudged(branch),
    );
    if (unjudged !== undefined) return <NothingJudged branch={unjudged} />;
    return (
      <Empty
        glyph={<StatusGlyph status={pickQuietGlyph(branches)} size={26} label={null} />}
        title="Nothing needs attention"
      >
        No default branch that ran in the last 14 days fails, except with known flakes. No other
        branch has a regression, an incomplete execution or a newly flaky test.
      </Empty>
    );
  }
  const shown = isWhole ? items : items.slice(0, SHOWN);
  return (
    <>
      <ul className="attn">
        {shown.map((item) => (
          <Item key={buildItemKey(item)} item={item} />
        ))}
        {idle.map(({ project, branch }) => (
          <IdleBranch key={project} project={project} branch={branch} />
        ))}
      </ul>
      {items.length > shown.length && (
        <div className="more">
          <button className="btn sm" type="button" onClick={() => setWhole(true)}>
            Show {items.length - shown.length} more
          </button>
        </div>
      )}
    </>
  );
}

/** It may be red: nobody knows. */
function IdleBranch({ project, branch }: Attention['idleDefaultBranches'][number]) {
  return (
    <li>
      <span className="g">
        <StatusGlyph status="interrupted" label="not known" />
      </span>
      <div>
        <div className="ttl">
          The default branch <bdi>{branch}</bdi> has not run for 14 days
        </div>
        <div className="mid two">
          Nothing is known of it without a whole run in CI. An admin can choose another default
          branch in the settings.
        </div>
        <div className="row wrap sub">
          <span>{project}</span>
        </div>
      </div>
    </li>
  );
}

/** Says that an execution failed, although the list has no items. */
function NothingJudged({ branch: { project, execution } }: { branch: Branch }) {
  return (
    <Empty
      glyph={<StatusGlyph status={execution.status} size={26} label={null} />}
      title="Nothing can be judged yet"
    >
      <Link
        className="link"
        to="/executions/$executionId"
        params={{ executionId: execution.id }}
        search={{ project }}
      >
        #{execution.number}
      </Link>{' '}
      of <bdi>{project}</bdi> {formatOutcomeWithReason(execution)}. This list looks at complete
      executions without uncommitted changes.
    </Empty>
  );
}

function Item({ item }: { item: AttentionItem }) {
  const { kind, detail, classification, candidates, since, at, recent, branch, project } = item;
  return (
    <li>
      <span className="g">{GLYPHS[kind]}</span>
      <div>
        <div className="ttl">
          <ItemLink item={item} />
        </div>
        <div className="mid two" dir="auto">
          {detail}
        </div>
        <div className="row wrap sub">
          {classification !== null && <ClassChip classification={classification} />}
          {candidates !== undefined && <LabelChip classification={null} candidates={candidates} />}
          <span>
            {project}
            {branch !== null && ` · ${branch}`}
          </span>
          {since !== null && <SinceFacts item={item} since={since} />}
        </div>
      </div>
      <div className="side">
        <span>
          {since !== null && (kind === 'newly-flaky' ? 'flaky ' : 'broken ')}
          <TimeAgo at={since?.at ?? at} />
          {since?.isAtLeast && ' or earlier'}
        </span>
        {recent.length > 0 && <OutcomeStrip outcomes={recent} label="Last runs" />}
      </div>
    </li>
  );
}

/** Whose commit began it, what the test was before, and the newest execution that shows it. */
function SinceFacts({ item, since }: { item: AttentionItem; since: AttentionSince }) {
  const { commit, commitUrl, author, title, isAtLeast, number, before } = since;
  const { executionId, executionNumber, project } = item;
  return (
    <>
      <span title={title ?? ''}>
        {isAtLeast ? 'already in ' : 'since '}
        <a className={commitUrl === null ? 'mono' : 'mono link'} href={commitUrl ?? undefined}>
          {commit === null ? `#${number}` : shortenCommit(commit)}
        </a>
        {!isAtLeast && author !== null && ` by ${author}`}
      </span>
      {before !== null && <span>{before}</span>}
      {executionNumber !== number && executionId !== null && (
        <Link
          className="link"
          to="/executions/$executionId"
          params={{ executionId }}
          search={{ project }}
        >
          last seen in #{executionNumber}
        </Link>
      )}
    </>
  );
}

/** Leads to the execution in which it began, or to the flaky test. */
function ItemLink({ item }: { item: AttentionItem }) {
  const { kind, title, since, testIds, project } = item;
  const [testId = ''] = testIds;
  // Only a flaky item may have none.
  const executionId = since?.executionId ?? item.executionId ?? '';
  return (
    <Link
      to={kind === 'newly-flaky' ? '/tests/$testId' : '/executions/$executionId'}
      params={{ testId, executionId }}
      search={{ project, result: since?.resultId ?? undefined }}
      data-row
    >
      {title}
    </Link>
  );
}

const GLYPHS: Record<AttentionItem['kind'], ReactNode> = {
  failing: <StatusGlyph status="failed" label="failing" />,
  regression: <StatusGlyph status="failed" label="regression" />,
  incomplete: <StatusGlyph status="interrupted" label="incomplete" />,
  'newly-flaky': <StatusGlyph status="flaky" label="became flaky" />,
  slower: (
    <span className="t-warn">
      <IconClock size={16} stroke={1.5} role="img" aria-label="slower" />
    </span>
  ),
};

function buildItemKey({ kind, project, branch, fingerprint, title, at }: AttentionItem): string {
  return [kind, project, branch, fingerprint, title, at].join(' ');
}
