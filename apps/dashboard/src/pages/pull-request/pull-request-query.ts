import type { PullRequest } from '@svc/contract/gate/pull-requests';
import { computeLiveWaitMs } from '../../server/live-wait.ts';
import { queryClient } from '../../server/query-client.ts';
import { trpc } from '../../server/trpc.ts';

interface PullRequestParams {
  project: string;
  /** As it stands in the address. */
  number: string;
}

/** Whether a pull request can have the number, so that it is worth asking for. */
export function isPullRequestNumber(number: string): boolean {
  return /^[1-9]\d{0,8}$/.test(number);
}

/** While the answer is undecided, it is asked for again and again. */
export function buildPullRequestQuery({ project, number }: PullRequestParams) {
  return trpc.pullRequests.get.queryOptions(
    { project, number: Number(number) },
    {
      enabled: isPullRequestNumber(number),
      refetchInterval: ({
        state,
      }: {
        state: { data?: PullRequest | undefined; dataUpdateCount: number };
      }) =>
        state.data?.verdict === 'undecided' ? computeLiveWaitMs(state.dataUpdateCount) : false,
    },
  );
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchPullRequest(params: PullRequestParams): void {
  if (isPullRequestNumber(params.number)) {
    void queryClient.prefetchQuery(buildPullRequestQuery(params));
  }
}
