import { Link } from '@tanstack/react-router';
import { isNotFound } from '../../../components/states/problem.tsx';
import { useScrolledTo } from './log/use-scrolled-to.ts';

/** Stands where the log would be when the address of the page names a webhook that does not exist. */
export function WebhookMissing() {
  const top = useScrolledTo(true);
  return (
    <section className="panel webhook-log">
      <p className="pad mid" role="alert">
        <span ref={top}>There is no webhook with this id. It may have been deleted.</span>{' '}
        <Link
          className="link"
          from="/settings/{-$section}"
          to="."
          search={NO_SEARCH}
          resetScroll={false}
        >
          Show the newest webhook
        </Link>
      </p>
    </section>
  );
}

export function isMissing({ data, error }: { data: unknown; error: unknown }): boolean {
  return data === undefined && isNotFound(error);
}

const NO_SEARCH = {};
