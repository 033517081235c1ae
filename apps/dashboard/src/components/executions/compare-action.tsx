import { Link } from '@tanstack/react-router';
import type { Pick } from './use-compare-picks.ts';

interface CompareActionProps {
  /** The older one first. */
  picks: readonly Pick[];
  /** Whether the page shows all projects, so that a number alone names no execution. */
  withProject: boolean;
  onClear: () => void;
}

/** Compares the two ticked executions, the older one as the base. Stays in view beside the checkboxes. */
export function CompareAction({ picks, withProject, onClear }: CompareActionProps) {
  const [base, head] = picks;
  if (base === undefined) return null;
  const nameOf = ({ project, number }: Pick) =>
    withProject ? `${project} #${number}` : `#${number}`;
  return (
    <div className="compare-bar" role="group" aria-label="Compare">
      {head === undefined ? (
        <span className="mid">
          <bdi>{nameOf(base)}</bdi> is ticked. Tick a second execution to compare.
        </span>
      ) : (
        <Link className="btn primary" to="/compare" search={{ base: base.id, head: head.id }}>
          Compare <bdi>{nameOf(base)}</bdi> with <bdi>{nameOf(head)}</bdi>
        </Link>
      )}
      <button className="btn" type="button" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}
