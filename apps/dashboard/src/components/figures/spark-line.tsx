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

const WIDTH = 160;
const TOP = 20;
const HEIGHT = 48;
const BASE = TOP + HEIGHT;
const TOTAL = BASE + 18;

/** The course of a figure: a line with its highest value, its first date and its end. */
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
  const x = (index: number) => 3 + (index / Math.max(values.length - 1, 1)) * (WIDTH - 6);
  const y = (value: number) => BASE - (Math.max(value - from, 0) / range) * HEIGHT;
  const anchor =
    x(highest.index) > WIDTH * 0.8 ? 'end' : x(highest.index) < 24 ? 'start' : 'middle';
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${WIDTH} ${TOTAL}`}
      role="img"
      aria-label={`${label}: ${format(last.value)} at the end, ${format(highest.value)} at most`}
    >
      <path className="ax" d={`M0 ${BASE + 0.5}H${WIDTH}`} fill="none" />
      <path className="ln1" d={pathOf(known, { x, y })} />
      <circle className="end" cx={x(last.index)} cy={y(last.value)} r="3.5" />
      <text x={x(highest.index)} y={y(highest.value) - 7} textAnchor={anchor}>
        {format(highest.value)}
      </text>
      <text x="0" y={TOTAL - 3}>
        {from === 0 ? firstLabel : `from ${format(from)} · ${firstLabel}`}
      </text>
      <text x={WIDTH} y={TOTAL - 3} textAnchor="end">
        {lastLabel}
      </text>
    </svg>
  );
}

/** A line through the known values. Days without a value are passed over. */
function pathOf(
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
