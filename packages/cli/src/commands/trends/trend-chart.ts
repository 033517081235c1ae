import type { TrendPoint, Trends } from '@svc/contract/history/trends';
import { createDotCanvas } from '../../terminal/charts/dot-canvas.ts';
import { measureText } from '../../terminal/lines/fitted-text.ts';
import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { Look } from '../../terminal/look.ts';
import { condenseValues } from '../../terminal/charts/sparkline.ts';
import { BUCKET_WORDS, createBucketNames } from './bucket-names.ts';
import { computeRateScale, type RateScale } from './rate-scale.ts';
import { drawLine, computeHeight, computeMiddle } from './trend-line.ts';

const LINE_ROWS = 12;
const BAR_ROWS = 3;
const FEWEST_COLUMNS = 16;
// With more columns, a line of thirty points is mostly connections.
const MOST_COLUMNS = 160;

/** Pass rate as a line and failed results as bars, over one time axis. Empty with less than two rates. */
export function drawTrendChart(trends: Trends, look: Look): string[] {
  const { points, granularity } = trends;
  const rates = points.flatMap(({ passRate }) => passRate ?? []);
  if (rates.length < 2) return [];
  const { colors } = look;
  const scale = computeRateScale(rates);
  const most = Math.max(...points.map(({ failed }) => failed));
  const labels = [...scale.ticks.map(({ label }) => label), formatNumber(most)];
  const margin = Math.max(...labels.map((label) => label.length));
  const room = look.columns - margin - ' ┤'.length;
  const columns = computePlotColumns(room, points.length);
  const frame = { columns, margin, look };
  return [
    colors.dim('pass rate of results'),
    ...drawLineRows(points, scale, frame),
    ...(most === 0 ? [] : [colors.dim(`failed results per ${BUCKET_WORDS[granularity]}`)]),
    ...(most === 0 ? [] : drawBarRows(points, most, frame)),
    ...drawTimeAxis(trends, frame),
  ];
}

/** Bars of more than one column must be equally wide; thinner ones fill the room. */
function computePlotColumns(room: number, buckets: number): number {
  const columns = Math.min(Math.max(room, FEWEST_COLUMNS), MOST_COLUMNS);
  const perBucket = Math.floor(columns / buckets);
  return perBucket > 1 ? perBucket * buckets : columns;
}

interface Frame {
  columns: number;
  /** Columns left of the axis. */
  margin: number;
  look: Look;
}

function drawLineRows(points: readonly TrendPoint[], scale: RateScale, frame: Frame): string[] {
  const { look } = frame;
  const canvas = createDotCanvas(frame.columns, LINE_ROWS);
  drawLine(canvas, points, scale);
  const labelOfRow = new Map(
    scale.ticks.map(({ rate, label }) => [
      Math.floor(computeHeight(rate, scale, canvas) / 4),
      label,
    ]),
  );
  return canvas
    .rows(look.glyphs)
    .map((row, index) => formatAxisLabel(labelOfRow.get(index), frame) + look.colors.green(row));
}

function drawBarRows(points: readonly TrendPoint[], most: number, frame: Frame): string[] {
  const { look, columns } = frame;
  const failed = condenseValues(
    points.map((point) => point.failed),
    columns,
  );
  const { levels } = look.glyphs;
  const heights = failed.map((count) => Math.ceil((count / most) * BAR_ROWS * levels.length));
  return Array.from({ length: BAR_ROWS }, (_, row) => {
    const below = (BAR_ROWS - 1 - row) * levels.length;
    const signs = heights.map((height) => levels[Math.min(height - below, levels.length) - 1]);
    const label = [formatNumber(most), undefined, '0'][row];
    return formatAxisLabel(label, frame) + look.colors.red(spread(signs, columns));
  });
}

/** Each symbol over its bucket's columns, with a column between bars if there is room. */
function spread(signs: readonly (string | undefined)[], columns: number): string {
  return signs
    .map((sign = ' ', index) => {
      const from = Math.floor((index * columns) / signs.length);
      const width = Math.floor(((index + 1) * columns) / signs.length) - from;
      const bar = width > 2 ? width - 1 : width;
      return sign.repeat(bar) + ' '.repeat(width - bar);
    })
    .join('');
}

function formatAxisLabel(label: string | undefined, { margin, look }: Frame): string {
  const { tick, vertical } = look.glyphs.axis;
  const axis = label === undefined ? vertical : tick;
  return look.colors.dim(`${(label ?? '').padStart(margin)} ${axis}`);
}

const LABEL_GAP = 3;

function drawTimeAxis(trends: Trends, { columns, margin, look }: Frame): string[] {
  const { points } = trends;
  const { corner, horizontal } = look.glyphs.axis;
  const { short } = createBucketNames(trends);
  const widest = Math.max(...points.map((point) => measureText(short(point))));
  const count = Math.max(1, Math.min(points.length, Math.floor(columns / (widest + LABEL_GAP))));
  let line = '';
  for (const index of pickEvenIndexes(points.length, count)) {
    const point = points[index];
    if (point === undefined) continue;
    const label = short(point);
    const centred = computeMiddle(index, points.length, columns) - Math.floor(label.length / 2);
    const at = Math.min(Math.max(centred, 0), columns - label.length);
    if (line !== '' && at < line.length + 2) continue;
    line = line.padEnd(at) + label;
  }
  const indent = ' '.repeat(margin + 1);
  return [
    look.colors.dim(`${indent}${corner}${horizontal.repeat(columns)}`),
    look.colors.dim(`${indent} ${line}`),
  ];
}

/** `count` of `length` indexes, including the first and the last. */
function pickEvenIndexes(length: number, count: number): number[] {
  if (count === 1) return [length - 1];
  return Array.from({ length: count }, (_, index) =>
    Math.round((index * (length - 1)) / (count - 1)),
  );
}
