import type { Branch } from '@svc/contract/executions/branches';
import { Link } from '@tanstack/react-router';
import { IconGitBranch } from '@tabler/icons-react';
import { Panel } from '../../components/layout/panel.tsx';
import { Loaded, type AskedQuery } from '../../components/states/loaded.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { Empty } from '../../components/states/empty.tsx';
import { OutcomeStrip } from '../../components/status/outcome-strip.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { isFromCi } from '../../components/executions/execution-notes.ts';
import { formatNumber, formatTableCount } from '../../format/count.ts';
import { formatSuite } from './branch-sentence.ts';
import { stripOutcome } from './branch-lead.tsx';

const SLOTS = 10;

interface BranchesProps {
  branches: readonly Branch[];
  withProjects: boolean;
}

interface LatestPanelProps {
  query: AskedQuery<{ branches: Branch[] }>;
  withProjects: boolean;
}

/** The execution that shows the state of each branch, or of each project when all projects are shown. */
export function LatestPanel({ query, withProjects }: LatestPanelProps) {
  return (
    <Panel
      title={withProjects ? 'Latest of each project' : 'Latest on each branch'}
      aside={
        <Link className="link small" to="/executions">
          All executions
        </Link>
      }
    >
      <Loaded query={query} what="The branches" skeleton={<SkeletonRows height={36} />}>
        {({ branches }) => <LatestBranches branches={branches} withProjects={withProjects} />}
      </Loaded>
    </Panel>
  );
}

function LatestBranches({ branches, withProjects }: BranchesProps) {
  if (branches.length === 0) {
    return (
      <Empty title="No execution">
        {withProjects
          ? 'A project is listed with the newest execution of its default branch, or of the chosen one.'
          : 'A branch is listed once it has an execution in this period.'}
      </Empty>
    );
  }
  return (
    <table className="cards">
      <thead>
        <tr>
          <th>{withProjects ? 'Project' : 'Branch'}</th>
          <th>Execution</th>
          <th className="n">Failed</th>
          <th className="n">Flaky</th>
          <th>Last {SLOTS}</th>
          <th className="n">When</th>
        </tr>
      </thead>
      <tbody>
        {branches.map((state) => (
          <BranchRow
            key={`${state.project} ${state.branch}`}
            state={state}
            withProjects={withProjects}
          />
        ))}
      </tbody>
    </table>
  );
}

interface BranchRowProps {
  state: Branch;
  withProjects: boolean;
}

function BranchRow({ state, withProjects }: BranchRowProps) {
  const { project, execution, recent } = state;
  const suite = formatSuite(state);
  return (
    <tr className="go">
      <NameCell state={state} withProjects={withProjects} />
      <td className="m3">
        <Link
          className="row"
          to="/executions/$executionId"
          params={{ executionId: execution.id }}
          search={{ project }}
          data-row
        >
          <StatusGlyph status={execution.status} />#{execution.number}
          {!isFromCi(execution) && <span className="chip">local</span>}
        </Link>
        {suite !== null && (
          <bdi className="sub clip own-line" title={suite}>
            {suite}
          </bdi>
        )}
      </td>
      <td className="n m4" data-l="failed">
        {formatTableCount(execution.totals.failed + execution.totals.timedOut)}
        {execution.excused > 0 && (
          <div className="sub">{formatNumber(execution.excused)} excused</div>
        )}
      </td>
      <td className="n m5" data-l="flaky">
        {formatTableCount(execution.totals.flaky)}
      </td>
      <td className="m6">
        <OutcomeStrip
          outcomes={recent.slice(-SLOTS).map(stripOutcome)}
          slots={SLOTS}
          label={`Last ${SLOTS} executions`}
        />
      </td>
      <td className="n dim r m2">
        <TimeAgo at={execution.startedAt} />
      </td>
    </tr>
  );
}

function NameCell({ state: { project, branch }, withProjects }: BranchRowProps) {
  return (
    <td className="m1">
      <span className="row">
        {!withProjects && <IconGitBranch size={14} stroke={1.5} aria-hidden />}
        <span className="clip branch-name" title={branch ?? undefined}>
          <bdi>{withProjects ? project : (branch ?? 'no branch')}</bdi>
        </span>
        {withProjects && branch !== null && (
          <bdi className="sub clip branch-name" title={branch}>
            {branch}
          </bdi>
        )}
      </span>
    </td>
  );
}
