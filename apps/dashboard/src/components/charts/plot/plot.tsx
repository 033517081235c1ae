import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';

/** Where the marks of a plot go, in pixels. */
export interface PlotArea {
  left: number;
  width: number;
  bottom: number;
  /** A place between the ends of the horizontal axis, from 0 to 1. */
  x: (share: number) => number;
  y: (value: number) => number;
}

interface PlotProps {
  className: string;
  /** What the plot shows, in a sentence. */
  name: string;
  /** In pixels, with the labels below. */
  height: number;
  /** The vertical axis: from 0 to the last tick. */
  ticks: readonly { value: number; words: string }[];
  /** The labels below, by the width of the area. */
  labels: (width: number) => readonly { at: number; words: string }[];
  /** The horizontal places that pointer and arrow keys can reach, from 0 to 1, ascending. */
  stops: readonly number[];
  /** What is known of a stop. */
  tip: (stop: number) => ReactNode;
  onChoose?: (stop: number) => void;
  children: (area: PlotArea, stop: number | null) => ReactNode;
}

const TOP = 12;
const LABELS = 22;
const RIGHT = 8;
// The room for the words of the ticks.
const LEFT = 10;
const DIGIT_WIDTH = 6.5;

/**
 * A plot with grid, axis labels and a tooltip, in the width of its place. Pointer and arrow keys go from stop to stop;
 * a click or Enter chooses one. Screen readers hear the name, and each stop that the keys reach.
 */
export function Plot(props: PlotProps) {
  const { className, name, height, stops, tip, onChoose, children } = props;
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure);
  const [stop, setStop] = useState<number | null>(null);
  const area = computeArea(props, width);
  const shown = stop === null || stop >= stops.length ? null : stop;
  const choose = () => {
    if (shown !== null) onChoose?.(shown);
  };
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const from = currentTarget.getBoundingClientRect().left + area.left;
    setStop(findNearestStop(stops, (clientX - from) / Math.max(area.width, 1)));
  };
  const step = (event: KeyboardEvent) => {
    const next = stopAfter(event.key, shown, stops.length);
    if (event.key === 'Enter') choose();
    else if (next === undefined) return;
    else setStop(next);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <figure className={`plot ${className}`} ref={figure}>
      {/* Neither a picture nor a button: arrow keys go through it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        className={onChoose === undefined ? 'chart' : 'chart choosable'}
        width={width}
        height={height}
        role="application"
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerMove={point}
        onPointerLeave={() => setStop(null)}
        onBlur={() => setStop(null)}
        onClick={choose}
        onKeyDown={step}
      >
        {width > 0 && (
          <>
            <Axes {...props} area={area} />
            {children(area, shown)}
          </>
        )}
      </svg>
      <div className="plot-tip" aria-live="polite">
        {shown !== null && (
          <div className="chart-tip" style={computeTipPlace(area.x(stops[shown] ?? 0), width)}>
            {tip(shown)}
          </div>
        )}
      </div>
    </figure>
  );
}

function Axes({ ticks, labels, area, height }: PlotProps & { area: PlotArea }) {
  const { left, width, bottom, x, y } = area;
  return (
    <g aria-hidden="true">
      {ticks.map(({ value, words }) => (
        <g key={value}>
          <path
            className={value === 0 ? 'ax' : 'gl'}
            d={`M${left} ${Math.round(y(value)) + 0.5}h${width}`}
          />
          <text x={left - 8} y={y(value) + 4} textAnchor="end">
            {words}
          </text>
        </g>
      ))}
      {labels(width).map(({ at, words }) => (
        <text key={at} x={x(at)} y={height - 4} textAnchor={at > 0.97 ? 'end' : 'middle'}>
          {words}
        </text>
      ))}
      <path className="ax" d={`M${left} ${Math.round(bottom) + 0.5}h${width}`} />
    </g>
  );
}

function computeArea({ height, ticks }: PlotProps, whole: number): PlotArea {
  const left = LEFT + DIGIT_WIDTH * Math.max(...ticks.map(({ words }) => words.length));
  const width = Math.max(0, whole - left - RIGHT);
  const bottom = height - LABELS;
  const end = ticks.at(-1)?.value ?? 1;
  return {
    left,
    width,
    bottom,
    x: (share) => left + share * width,
    y: (value) => bottom - (value / end) * (bottom - TOP),
  };
}

function findNearestStop(stops: readonly number[], at: number): number | null {
  const distances = stops.map((stop) => Math.abs(stop - at));
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest === -1 ? null : nearest;
}

/** The stop that a key leads to; undefined for other keys. */
function stopAfter(key: string, stop: number | null, count: number): number | null | undefined {
  const last = count - 1;
  if (key === 'Escape') return null;
  if (count === 0) return undefined;
  if (key === 'ArrowLeft') return Math.max(0, (stop ?? count) - 1);
  if (key === 'ArrowRight') return Math.min(last, (stop ?? -1) + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

// Beside the stop, on the side with more room.
const TIP_GAP = 10;

function computeTipPlace(x: number, width: number) {
  return x > width / 2 ? { right: width - x + TIP_GAP } : { left: x + TIP_GAP };
}

/** The width of an element in pixels, as it changes; 0 until it is measured. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
