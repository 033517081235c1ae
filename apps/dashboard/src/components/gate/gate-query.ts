import type { Gate } from '@svc/contract/gate/gate';
import { liveWaitMs } from '../../server/live-wait.ts';
import { trpc } from '../../server/trpc.ts';

/** The gate's answer on an execution. While it is undecided, it is asked for again and again. */
export function gateOptions(id: string) {
  return trpc.gate.get.queryOptions(
    { id },
    {
      refetchInterval: ({
        state,
      }: {
        state: { data?: Gate | undefined; dataUpdateCount: number };
      }) => (state.data?.verdict === 'undecided' ? liveWaitMs(state.dataUpdateCount) : false),
    },
  );
}
