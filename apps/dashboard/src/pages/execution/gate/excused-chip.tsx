import { useGateOnResult } from './use-excused.ts';

/** Beside the status of a failure: that the gate lets it pass. */
export function ExcusedChip({ executionId, resultId }: { executionId: string; resultId: string }) {
  const { excused } = useGateOnResult(executionId, resultId);
  if (excused === undefined) return null;
  return (
    <span className="chip" title="The gate lets this failure pass. It stays a failure.">
      excused
    </span>
  );
}
