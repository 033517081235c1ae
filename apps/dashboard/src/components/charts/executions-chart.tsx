import type { Trends } from '@svc/contract/history/trends';
import { useMinute } from '../text/time.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { computeCountTicks, pickLabelledIndexes } from './plot/axis-ticks.ts';
import { Plot, type PlotArea } from './plot/plot.tsx';
import { describeBars, buildTrendBars, type TrendBar } from './trend-bars.ts';

interface ExecutionsChartProps {
  trends: Trends;
  onChoose: (from: string, to: string) => void;
  /** In pixels. */
  height: number;
}

/** From the base line up. */
const SERIES = ['failed', 'running', 'passed', 'interrupted'] as const;
const WIDEST_BAR = 40;
const GAP = 2;
const LABEL_WIDTH = 56;

/** Executions of each day as stacked bars, the failed ones on the base line. A click on a bar chooses its day. */
export function ExecutionsChart({ trends, onChoose, height }: ExecutionsChartProps) {
  const bars = buildTrendBars(trends, useMinute());
  const ticks = computeCountTicks(Math.max(0, ...bars.map(({ total }) => total))).map((value) => ({
    value,
    words: formatNumber(value),
  }));
  const at = (index: number) => (index + 0.5) / bars.length;
  return (
    <Plot
      className="executions-chart"
      name={describeBars(bars)}
      height={height}
      ticks={ticks}
      labels={(width) =>
        pickLabelledIndexes(bars.length, { width, labelWidth: LABEL_WIDTH }).map((index) => ({
          at: at(index),
          words: bars[index]?.label ?? '',
        }))
      }
      stops={bars.map((_, index) => at(index))}
      tip={(index) => <BarTip bar={bars[index]} />}
      onChoose={(index) => {
        const bar = bars[index];
        if (bar !== undefined && bar.total > 0) onChoose(bar.from, bar.to);
      }}
    >
      {(area, shown) =>
        bars.map((bar, index) => (
          <Bar
            key={bar.from}
            bar={bar}
            area={area}
            at={at(index)}
            band={area.width / bars.length}
            isShown={index === shown}
          />
        ))
      }
    </Plot>
  );
}

interface BarProps {
  bar: TrendBar;
  area: PlotArea;
  /** The middle of the bar, from 0 to 1. */
  at: number;
  /** The room of a bar, in pixels. */
  band: number;
  isShown: boolean;
}

function Bar({ bar, area: { x, y, bottom }, at, band, isShown }: BarProps) {
  const width = Math.min(WIDEST_BAR, Math.max(1, band - GAP));
  const left = x(at) - width / 2;
  return (
    <>
      {isShown && (
        <rect className="cursor" x={x(at) - band / 2} y={0} width={band} height={bottom} />
      )}
      {buildStack(bar).map(({ series, from, to }) => {
        const [top, height] = [y(to), y(from) - y(to)];
        // The line of a dashed frame is drawn inside it.
        const inset = series === 'interrupted' ? 0.5 : 0;
        return (
          <rect
            key={series}
            className={`bar-${series}`}
            x={left + inset}
            y={top + inset}
            width={Math.max(0, width - 2 * inset)}
            height={Math.max(0, height - 2 * inset)}
          />
        );
      })}
    </>
  );
}

/** The parts of a bar, from the base line up. */
function buildStack(bar: TrendBar) {
  return SERIES.map((series, index) => {
    const from = SERIES.slice(0, index).reduce((sum, below) => sum + bar[below], 0);
    return { series, from, to: from + bar[series] };
  }).filter(({ from, to }) => to > from);
}

function BarTip({ bar }: { bar: TrendBar | undefined }) {
  if (bar === undefined) return null;
  const { label, from, to, total, failed, passed, interrupted, running } = bar;
  return (
    <>
      <b className="strong">{from === to || label === 'today' ? label : `week from ${label}`}</b>
      <span>{formatCount(total, 'execution')}</span>
      {failed > 0 && <span className="t-fail">{failed} failed</span>}
      {passed > 0 && <span className="t-pass">{passed} passed</span>}
      {interrupted > 0 && <span className="t-warn">{interrupted} interrupted</span>}
      {running > 0 && <span className="t-accent">{running} running</span>}
      {total > 0 && <span className="dim">Click: show only these</span>}
    </>
  );
}
