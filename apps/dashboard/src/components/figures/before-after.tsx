import { formatDuration } from '../../format/duration.ts';

interface BeforeAfterProps {
  beforeMs: number;
  afterMs: number;
  /** The end of the axis that the list shares. */
  axisEndMs: number;
}

/** A duration before as a pale bar, and after as a filled one, on an axis from 0. */
export function BeforeAfter({ beforeMs, afterMs, axisEndMs }: BeforeAfterProps) {
  const width = (ms: number) => `${Math.min(100, (ms / Math.max(axisEndMs, 1)) * 100)}%`;
  const name = `${formatDuration(beforeMs)} before, ${formatDuration(afterMs)} after`;
  return (
    <div className="ba" role="img" aria-label={name} title={name}>
      <span className="b0" style={{ width: width(beforeMs) }} />
      <span
        className={afterMs > beforeMs ? 'b1 slow' : 'b1 fast'}
        style={{ width: width(afterMs) }}
      />
    </div>
  );
}
