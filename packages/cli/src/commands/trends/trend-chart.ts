import type { TrendPoint, Trends } from '@svc/contract/history/trends';
import { dotCanvas } from '../../terminal/charts/dot-canvas.ts';
import { textColumns } from '../../terminal/lines/fitted-text.ts';
import { formatNumber } from '@svc/contract/amounts';
import type { Look } from '../../terminal/look.ts';
import { condensed } from '../../terminal/charts/sparkline.ts';
import { BUCKET_WORDS, bucketNames } from './bucket-names.ts';
import { rateScale, type RateScale } from './rate-scale.ts';
import { drawLine, heightOf, middleOf } from './trend-line.ts';

const LINE_ROWS = 12;
const BAR_ROWS = 3;
const FEWEST_COLUMNS = 16;
// With more columns, a line of thirty points is mostly connections.
const MOST_COLUMNS = 160;

/** Pass rate as a line and failed results as bars, over one time axis. Empty with less than two rates. */
export function trendChart(trends: Trends, look: Look): string[] {
  const { points, granularity } = trends;
  const rates = points.flatMap(({ passRate }) => passRate ?? []);
  if (rates.length < 2) return [];
  const { colors } = look;
  const scale = rateScale(rates);
  const most = Math.max(...points.map(({ failed }) => failed));
  const labels = [...scale.ticks.map(({ label }) => label), formatNumber(most)];
  const margin = Math.max(...labels.map((label) => label.length));
  const room = look.columns - margin - ' ┤'.length;
  const columns = plotColumns(room, points.length);
  const frame = { columns, margin, look };
  return [
    colors.dim('pass rate of results'),
    ...lineRows(points, scale, frame),
    ...(most === 0 ? [] : [colors.dim(`failed results per ${BUCKET_WORDS[granularity]}`)]),
    ...(most === 0 ? [] : barRows(points, most, frame)),
    ...timeAxis(trends, frame),
  ];
}

/** Bars of more than one column must be equally wide; thinner ones fill the room. */
function plotColumns(room: number, buckets: number): number {
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

function lineRows(points: readonly TrendPoint[], scale: RateScale, frame: Frame): string[] {
  const { look } = frame;
  const canvas = dotCanvas(frame.columns, LINE_ROWS);
  drawLine(canvas, points, scale);
  const labelOfRow = new Map(
    scale.ticks.map(({ rate, label }) => [Math.floor(heightOf(rate, scale, canvas) / 4), label]),
  );
  return canvas
    .rows(look.glyphs)
    .map((row, index) => axisLabel(labelOfRow.get(index), frame) + look.colors.green(row));
}

function barRows(points: readonly TrendPoint[], most: number, frame: Frame): string[] {
  const { look, columns } = frame;
  const failed = condensed(
    points.map((point) => point.failed),
    columns,
  );
  const { levels } = look.glyphs;
  const heights = failed.map((count) => Math.ceil((count / most) * BAR_ROWS * levels.length));
  return Array.from({ length: BAR_ROWS }, (_, row) => {
    const below = (BAR_ROWS - 1 - row) * levels.length;
    const signs = heights.map((height) => levels[Math.min(height - below, levels.length) - 1]);
    const label = [formatNumber(most), undefined, '0'][row];
    return axisLabel(label, frame) + look.colors.red(spread(signs, columns));
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

function axisLabel(label: string | undefined, { margin, look }: Frame): string {
  const { tick, vertical } = look.glyphs.axis;
  const axis = label === undefined ? vertical : tick;
  return look.colors.dim(`${(label ?? '').padStart(margin)} ${axis}`);
}

const LABEL_GAP = 3;

function timeAxis(trends: Trends, { columns, margin, look }: Frame): string[] {
  const { points } = trends;
  const { corner, horizontal } = look.glyphs.axis;
  const { short } = bucketNames(trends);
  const widest = Math.max(...points.map((point) => textColumns(short(point))));
  const count = Math.max(1, Math.min(points.length, Math.floor(columns / (widest + LABEL_GAP))));
  let line = '';
  for (const index of evenly(points.length, count)) {
    const point = points[index];
    if (point === undefined) continue;
    const label = short(point);
    const centred = middleOf(index, points.length, columns) - Math.floor(label.length / 2);
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
function evenly(length: number, count: number): number[] {
  if (count === 1) return [length - 1];
  return Array.from({ length: count }, (_, index) =>
    Math.round((index * (length - 1)) / (count - 1)),
  );
}
