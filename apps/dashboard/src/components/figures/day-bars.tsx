interface DayBarsProps {
  /** Counts a day, oldest first. */
  counts: readonly number[];
  /** What is counted, for the name: `failures`. */
  noun: string;
}

const HEIGHT = 20;

/** Counts of the days of a period as small bars on a base line; the highest fills the height. */
export function DayBars({ counts, noun }: DayBarsProps) {
  const bars = groupIntoBars(counts);
  const { bar, step } = bars.length > FEW_BARS ? { bar: 2, step: 3 } : { bar: 5, step: 7 };
  const width = Math.max(bars.length * step - (step - bar), bar);
  const highest = Math.max(1, ...bars);
  const sum = counts.reduce((total, count) => total + count, 0);
  const name = `${sum} ${noun} in ${counts.length} days, at most ${Math.max(0, ...counts)} on one`;
  return (
    <svg
      className="chart day-bars"
      style={{ width, height: HEIGHT + 1 }}
      viewBox={`0 0 ${width} ${HEIGHT + 1}`}
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      <path className="ax" d={`M0 ${HEIGHT + 0.5}H${width}`} fill="none" />
      {bars.map((count, index) => {
        if (count === 0) return null;
        const height = Math.max(2, Math.round((count / highest) * HEIGHT));
        return (
          <rect
            // A bar is its days' place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="b-f"
            x={index * step}
            y={HEIGHT - height}
            width={bar}
            height={height}
          />
        );
      })}
    </svg>
  );
}

// As many thick bars as a column of a table has room for.
const FEW_BARS = 15;
const MOST_BARS = 35;

/** One bar a day; in a longer period, one for as many days as it takes to have at most 35, the newest ones complete. */
export function groupIntoBars(counts: readonly number[]): number[] {
  const days = Math.max(1, Math.ceil(counts.length / MOST_BARS));
  const bars = Array.from({ length: Math.ceil(counts.length / days) }, () => 0);
  for (const [index, count] of counts.toReversed().entries()) {
    const bar = bars.length - 1 - Math.floor(index / days);
    bars[bar] = (bars[bar] ?? 0) + count;
  }
  return bars;
}
