import type { Gate } from '@svc/contract/gate/gate';
import { computeLiveWaitMs } from '../../server/live-wait.ts';
import { trpc } from '../../server/trpc.ts';

/** The gate's answer on an execution. While it is undecided, it is asked for again and again. */
export function buildGateQuery(id: string) {
  return trpc.gate.get.queryOptions(
    { id },
    {
      refetchInterval: ({
        state,
      }: {
        state: { data?: Gate | undefined; dataUpdateCount: number };
      }) =>
        state.data?.verdict === 'undecided' ? computeLiveWaitMs(state.dataUpdateCount) : false,
    },
  );
}
