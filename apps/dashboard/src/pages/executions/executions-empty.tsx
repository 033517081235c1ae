import { useQuery } from '@tanstack/react-query';
import { IconCalendarOff, IconRocket } from '@tabler/icons-react';
import { Empty } from '../../components/states/empty.tsx';
import { AfterAMoment } from '../../components/states/skeleton.tsx';
import { TimeAgo, useMinute } from '../../components/text/time.tsx';
import { timeWindow, windowWords, type WindowSearch } from '../../search/time-window.ts';
import { trpc } from '../../server/trpc.ts';

// The longest window that the period menu offers.
const LONGEST_DAYS = 365;

interface ExecutionsEmptyProps {
  search: WindowSearch & { project?: string };
  onWiden: () => void;
}

/** A list without any filter and without any execution: the window is too short, or nothing ever reported. */
export function ExecutionsEmpty({ search, onWiden }: ExecutionsEmptyProps) {
  const { project } = search;
  const { from } = timeWindow({ days: LONGEST_DAYS }, useMinute());
  const scope = project === undefined ? {} : { project };
  const query = useQuery(trpc.executions.list.queryOptions({ ...scope, from, limit: 1 }));
  const newest = query.data?.items[0];
  if (query.isPending) {
    return (
      <AfterAMoment>
        <p className="pad mid">Looking for earlier executions</p>
      </AfterAMoment>
    );
  }
  if (newest !== undefined) {
    return (
      <Empty
        glyph={<IconCalendarOff size={26} stroke={1.5} aria-hidden />}
        title={`Nothing ran in ${windowWords(search)}`}
        action={
          <button className="btn" type="button" onClick={onWiden}>
            Show the last {LONGEST_DAYS} days
          </button>
        }
      >
        The newest execution is of <TimeAgo at={newest.startedAt} />.
      </Empty>
    );
  }
  return (
    <Empty
      glyph={<IconRocket size={26} stroke={1.5} aria-hidden />}
      title="No execution has been reported yet"
      action={
        <a className="btn primary" href="/start">
          Send the first execution
        </a>
      }
    >
      Add a reporter to your test run, and its results appear here.
    </Empty>
  );
}
