import { Link } from '@tanstack/react-router';
import { Empty } from './empty.tsx';

/** A list without anything in it, for no test ran. `period`: `the last 30 days`. */
export function NothingRan({ period }: { period: string }) {
  return (
    <Empty title={`Nothing ran in ${period}`}>
      Choose a longer period, or{' '}
      <Link className="link" to="/start">
        send an execution
      </Link>
      .
    </Empty>
  );
}
