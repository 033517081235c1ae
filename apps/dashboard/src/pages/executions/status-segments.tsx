import { Segments } from '../../components/filters/segments.tsx';
import { useKey } from '../../keyboard/use-key.ts';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import type { ExecutionSums } from './execution-sums.ts';

type Status = ExecutionsSearch['status'];

const STATUSES: { value: Status; label: string; sum: keyof ExecutionSums }[] = [
  { value: undefined, label: 'All', sum: 'total' },
  { value: 'failed', label: 'Failed', sum: 'failed' },
  { value: 'interrupted', label: 'Interrupted', sum: 'interrupted' },
  { value: 'running', label: 'Running', sum: 'running' },
  { value: 'passed', label: 'Passed', sum: 'passed' },
];

interface StatusSegmentsProps {
  value: Status;
  /** Null: not known, as beside a search. */
  sums: ExecutionSums | null;
  onChange: (status: Status) => void;
}

/** The statuses with their counts; the keys 1 to 5 choose one. */
export function StatusSegments({ value, sums, onChange }: StatusSegmentsProps) {
  const choose = (index: number) => () => onChange(STATUSES[index]?.value);
  useKey({ key: '1' }, choose(0));
  useKey({ key: '2' }, choose(1));
  useKey({ key: '3' }, choose(2));
  useKey({ key: '4' }, choose(3));
  useKey({ key: '5' }, choose(4));
  return (
    <Segments
      label="Status"
      value={value}
      onChange={onChange}
      segments={STATUSES.map(({ value: status, label, sum }) => ({
        value: status,
        label,
        count: sums?.[sum],
      }))}
    />
  );
}
