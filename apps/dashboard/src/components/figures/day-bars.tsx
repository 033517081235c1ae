interface DayBarsProps {
  /** Counts a day, oldest first. */
  counts: readonly number[];
  /** What is counted, for the name: `failures`. */
  noun: string;
}

const BAR = 5;
const STEP = 7;
const HEIGHT = 20;

/** Counts of some days as small bars on a base line; the highest fills the height. */
export function DayBars({ counts, noun }: DayBarsProps) {
  const width = Math.max(counts.length * STEP - (STEP - BAR), BAR);
  const highest = Math.max(1, ...counts);
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
      {counts.map((count, index) => {
        if (count === 0) return null;
        const height = Math.max(2, Math.round((count / highest) * HEIGHT));
        return (
          <rect
            // A bar is its day's place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="b-f"
            x={index * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          />
        );
      })}
    </svg>
  );
}
