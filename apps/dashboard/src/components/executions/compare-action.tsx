import { Link } from '@tanstack/react-router';
import type { Pick } from './use-compare-picks.ts';

/** Compares the two ticked executions, the older one as the base. */
export function CompareAction({ picks }: { picks: readonly Pick[] }) {
  const [base, head] = picks;
  if (base === undefined) return null;
  if (head === undefined) {
    return (
      <button className="btn" type="button" disabled title="Tick a second execution">
        Compare #{base.number} with …
      </button>
    );
  }
  return (
    <Link className="btn primary" to="/compare" search={{ base: base.id, head: head.id }}>
      Compare #{base.number} with #{head.number}
    </Link>
  );
}
