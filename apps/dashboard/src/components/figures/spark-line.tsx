interface SparkLineProps {
  /** Oldest first. Null where nothing was measured: the line passes it over. */
  values: readonly (number | null)[];
  /** Its base line: 0 for counts and times, a higher value for rates near 1. */
  from?: number;
  /** What stands at the highest value, such as `41`. */
  format: (value: number) => string;
  /** The first bucket's date, such as `23 Oct`. */
  firstLabel: string;
  /** The last bucket's date, or `today`. */
  lastLabel: string;
  label: string;
}

// Of the drawing, which is stretched to its place. The texts around it are not.
const WIDTH = 100;
const HEIGHT = 100;

/** The course of a figure: a line with its highest value, its first date and its end. Fills the height that it is given. */
export function SparkLine({
  values,
  from = 0,
  format,
  firstLabel,
  lastLabel,
  label,
}: SparkLineProps) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const last = known.at(-1);
  if (last === undefined) return null;
  const highest = known.reduce((best, point) => (point.value >= best.value ? point : best));
  const range = Math.max(highest.value - from, Number.EPSILON);
  const x = (index: number) => (index / Math.max(values.length - 1, 1)) * WIDTH;
  const y = (value: number) => HEIGHT - (Math.max(value - from, 0) / range) * HEIGHT;
  const isRight = x(highest.index) > WIDTH / 2;
  return (
    <div
      className="spark-line"
      role="img"
      aria-label={`${label}: ${format(last.value)} at the end, ${format(highest.value)} at most`}
    >
      <span
        className="spark-top"
        style={
          isRight
            ? { right: `min(${WIDTH - x(highest.index)}%, 100% - 60px)` }
            : { left: `min(${x(highest.index)}%, 100% - 60px)` }
        }
      >
        {format(highest.value)}
      </span>
      <span className="spark-area">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={buildLinePath(known, { x, y })} />
        </svg>
        <i className="spark-end" style={{ left: `${x(last.index)}%`, top: `${y(last.value)}%` }} />
      </span>
      <span className="spark-dates">
        <span>{from === 0 ? firstLabel : `from ${format(from)} · ${firstLabel}`}</span>
        <span>{lastLabel}</span>
      </span>
    </div>
  );
}

/** A line through the known values. Days without a value are passed over. */
function buildLinePath(
  known: readonly { value: number; index: number }[],
  { x, y }: { x: (index: number) => number; y: (value: number) => number },
): string {
  return known
    .map(({ value, index }, place) => {
      const command = place === 0 ? 'M' : 'L';
      return `${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}
