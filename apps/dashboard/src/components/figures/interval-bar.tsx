import { formatInterval, formatRate } from '../../format/rate.ts';
import { buildAxisTicks } from './interval-axis.ts';

interface IntervalBarProps {
  rate: number;
  interval: { low: number; high: number };
  /** The rate at the end of the axis that the list shares. */
  axisEnd: number;
}

/** A rate with its 95 % interval on an axis from 0. What lies beyond the axis is cut off at its end. */
export function IntervalBar({ rate, interval, axisEnd }: IntervalBarProps) {
  const at = (value: number) => (Math.min(value, axisEnd) / axisEnd) * 100;
  const name = `${formatRate(rate)}, 95 % interval ${formatInterval(interval)}`;
  const left = at(interval.low);
  return (
    <div className="range" role="img" aria-label={name} title={name}>
      <span className="ci" style={{ left: `${left}%`, width: `${at(interval.high) - left}%` }} />
      <span className="pt" style={{ left: `${at(rate)}%` }} />
    </div>
  );
}

/** The axis of interval bars: 0, the middle and the end. */
export function IntervalAxis({ axisEnd }: { axisEnd: number }) {
  return (
    <div className="range-axis" aria-hidden="true">
      {buildAxisTicks(axisEnd).map(({ at, words }) => (
        <span key={at} style={{ left: `${at * 100}%` }}>
          {words}
        </span>
      ))}
    </div>
  );
}
