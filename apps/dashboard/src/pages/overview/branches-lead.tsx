import type { Branch } from '@svc/contract/executions/branches';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { newestExecutionQuery } from '../../components/executions/newest-execution-query.ts';
import { LeadSentence } from '../../components/layout/lead-sentence.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLead } from '../../components/states/skeleton.tsx';
import { useMinute } from '../../components/text/time.tsx';
import { branchesSentence, type BranchKind } from './branches-sentence.ts';

/** How many branches are failing, where no single branch is in question. */
export function BranchesLead({
  branches,
  kind,
}: {
  branches: readonly Branch[];
  kind: BranchKind;
}) {
  const { status, title, detail } = branchesSentence(branches, kind);
  return (
    <LeadSentence status={status} title={title}>
      {detail}
    </LeadSentence>
  );
}

/** A period without any execution. Where none was ever reported, leads to the first steps. */
export function NothingRanLead() {
  const newest = useQuery(newestExecutionQuery(undefined, useMinute()));
  return (
    <Loaded query={newest} what="What ran before" skeleton={<SkeletonLead />}>
      {({ items }) =>
        items.length === 0 ? (
          <Navigate to="/start" replace />
        ) : (
          <BranchesLead branches={[]} kind="default" />
        )
      }
    </Loaded>
  );
}
