import { useMutation, useQuery } from '@tanstack/react-query';
import { Panel } from '../../../components/layout/panel.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatDate } from '../../../format/time.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc, type Outputs } from '../../../server/trpc.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';

/** Where the user is signed in, and the end of it. */
export function SessionTable() {
  const sessions = useQuery(trpc.account.sessions.queryOptions({}));
  const end = useMutation(trpc.account.endSession.mutationOptions({ onSettled: reloadSessions }));
  const endOthers = useMutation(
    trpc.account.endOtherSessions.mutationOptions({ onSettled: reloadSessions }),
  );
  const others = sessions.data?.items.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const error = end.error ?? endOthers.error;
  return (
    <Panel
      title="Sessions"
      aside={
        others > 0 && (
          <button
            className="btn sm"
            type="button"
            disabled={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            End all others
          </button>
        )
      }
    >
      <Problem error={error} title="The session could not be ended." />
      <Loaded query={sessions} what="The sessions" skeleton={<SkeletonRows rows={2} />}>
        {({ items }) => (
          <table className="cards">
            <TableHead names={['Device']} numbers={['Last used', 'Signed in']} action="Actions" />
            <tbody>
              {items.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isEnding={end.isPending}
                  onEnd={() => end.mutate({ id: session.id })}
                />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Panel>
  );
}

interface SessionRowProps {
  session: Outputs['account']['sessions']['items'][number];
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, lastUsedAt, createdAt, isCurrent } = session;
  return (
    <tr>
      <td className="m1">
        <span className="ttl">{device}</span> {isCurrent && <span className="chip">this one</span>}
      </td>
      <td className="n m2 r">
        <TimeAgo at={lastUsedAt} />
      </td>
      <td className="n m3" data-l="signed in">
        {formatDate(new Date(createdAt))}
      </td>
      <td className="fit m4 r">
        {!isCurrent && (
          <button
            className="btn sm"
            type="button"
            disabled={isEnding}
            aria-label={`End the session on ${device}`}
            onClick={() => onEnd()}
          >
            End
          </button>
        )}
      </td>
    </tr>
  );
}

function reloadSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: trpc.account.sessions.queryKey() });
}
