import type { Branch } from '@svc/contract/executions/branches';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { buildNewestExecutionQuery } from '../../components/executions/newest-execution-query.ts';
import { LeadSentence } from '../../components/layout/lead-sentence.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLead } from '../../components/states/skeleton.tsx';
import { useMinute } from '../../components/text/time.tsx';
import { describeBranches, type BranchKind } from './branches-sentence.ts';

/** How many branches are failing, where no single branch is in question. */
export function BranchesLead({
  branches,
  kind,
  hasOthers = false,
}: {
  branches: readonly Branch[];
  kind: BranchKind;
  hasOthers?: boolean;
}) {
  const { status, title, detail } = describeBranches(branches, kind, hasOthers);
  return (
    <LeadSentence status={status} title={title}>
      {detail}
    </LeadSentence>
  );
}

/**
 * A period without any execution. Where none was ever reported, leads to the first steps; for a project that has none,
 * says so, because its name may be mistyped.
 */
export function NothingRanLead({ project }: { project: string | undefined }) {
  const newest = useQuery(buildNewestExecutionQuery(project, useMinute()));
  return (
    <Loaded query={newest} what="What ran before" skeleton={<SkeletonLead />}>
      {({ items }) => {
        if (items.length > 0) return <BranchesLead branches={[]} kind="default" />;
        if (project === undefined) return <Navigate to="/start" replace />;
        return (
          <LeadSentence
            status="notRun"
            title={
              <>
                No execution of <bdi>{project.slice(0, MOST_CHARACTERS)}</bdi> in a year
              </>
            }
          >
            The project may have another name, or was deleted. Choose one in the menu of projects.
          </LeadSentence>
        );
      }}
    </Loaded>
  );
}

const MOST_CHARACTERS = 120;
