import { useQuery } from '@tanstack/react-query';
import { buildGateQuery } from './gate-query.ts';

/** Beside a failure: that the gate lets it pass. The failure keeps its status. */
export function ExcusedChip() {
  return (
    <span className="chip" title="The gate lets this failure pass. It stays a failure.">
      excused
    </span>
  );
}

/** The same for a failed result, once the gate has answered. */
export function ExcusedResultChip({
  executionId,
  resultId,
}: {
  executionId: string;
  resultId: string;
}) {
  const { data: isExcused } = useQuery({
    ...buildGateQuery(executionId),
    select: ({ excused }) => excused.some((one) => one.resultId === resultId),
  });
  return isExcused === true ? <ExcusedChip /> : null;
}
