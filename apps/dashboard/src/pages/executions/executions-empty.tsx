import type { Execution } from '@svc/contract/executions/executions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCalendarOff, IconRocket } from '@tabler/icons-react';
import {
  LONGEST_DAYS,
  buildNewestExecutionQuery,
} from '../../components/executions/newest-execution-query.ts';
import { Empty } from '../../components/states/empty.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { AfterAMoment } from '../../components/states/skeleton.tsx';
import { TimeAgo, useMinute } from '../../components/text/time.tsx';
import { buildTimeWindow, formatWindow, type WindowSearch } from '../../search/time-window.ts';

interface ExecutionsEmptyProps {
  search: WindowSearch & { project?: string };
  onWiden: () => void;
  onShowLocal: () => void;
}

/** A list without any filter and without any execution: the window is too short, or nothing ever reported. */
export function ExecutionsEmpty({ search, onWiden, onShowLocal }: ExecutionsEmptyProps) {
  const query = useQuery(buildNewestExecutionQuery(search.project, useMinute()));
  return (
    <Loaded
      query={query}
      what="What ran before"
      skeleton={
        <AfterAMoment>
          <p className="pad mid">Looking for earlier executions</p>
        </AfterAMoment>
      }
    >
      {({ items: [newest] }) => (
        <NothingInWindow
          newest={newest}
          search={search}
          onWiden={onWiden}
          onShowLocal={onShowLocal}
        />
      )}
    </Loaded>
  );
}

function NothingInWindow({
  newest,
  search,
  onWiden,
  onShowLocal,
}: ExecutionsEmptyProps & { newest: Execution | undefined }) {
  const { from, to } = buildTimeWindow(search, useMinute());
  const isIn = (startedAt: string) => startedAt >= from && (to === undefined || startedAt < to);
  if (newest !== undefined && isIn(newest.startedAt)) {
    return (
      <Empty
        glyph={<IconCalendarOff size={26} stroke={1.5} aria-hidden />}
        title={`No execution from CI in ${formatWindow(search)}`}
        action={
          <button className="btn" type="button" onClick={onShowLocal}>
            Show local executions, too
          </button>
        }
      >
        The newest local one started <TimeAgo at={newest.startedAt} />.
      </Empty>
    );
  }
  if (newest !== undefined) {
    return (
      <Empty
        glyph={<IconCalendarOff size={26} stroke={1.5} aria-hidden />}
        title={`Nothing ran in ${formatWindow(search)}`}
        action={
          <button className="btn" type="button" onClick={onWiden}>
            Show the last {LONGEST_DAYS} days
          </button>
        }
      >
        The newest execution started <TimeAgo at={newest.startedAt} />.
      </Empty>
    );
  }
  return (
    <Empty
      glyph={<IconRocket size={26} stroke={1.5} aria-hidden />}
      title="No execution has been reported yet"
      action={
        <Link className="btn primary" to="/start">
          Send the first execution
        </Link>
      }
    >
      Add a reporter to your test run, and its results appear here.
    </Empty>
  );
}
