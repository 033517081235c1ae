import type { ReactNode } from 'react';
import { formatNumber } from '../../format/count.ts';

interface SegmentsProps<Value extends string | undefined> {
  label: string;
  value: Value;
  /** `count`: how many items the segment would show, where that is known. */
  segments: readonly { value: Value; label: ReactNode; count?: number | undefined }[];
  onChange: (value: Value) => void;
}

/** A choice of a few, all of them visible. */
export function Segments<Value extends string | undefined>({
  label,
  value,
  segments,
  onChange,
}: SegmentsProps<Value>) {
  return (
    <span className="seg" role="group" aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value ?? ''}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
          {segment.count !== undefined && (
            <span className="count"> {formatNumber(segment.count)}</span>
          )}
        </button>
      ))}
    </span>
  );
}
