import type { TrendPoint } from '@svc/contract/history/trends';
import type { DotCanvas } from '../../terminal/charts/dot-canvas.ts';
import type { RateScale } from './rate-scale.ts';

/** Draws from point to point; dotted over buckets without results, which are unknown. */
export function drawLine(canvas: DotCanvas, points: readonly TrendPoint[], scale: RateScale): void {
  let last: { index: number; x: number; y: number } | undefined;
  for (const [index, { passRate }] of points.entries()) {
    if (passRate === null) continue;
    const isLonely = points[index - 1]?.passRate == null && points[index + 1]?.passRate == null;
    const point = {
      index,
      x: computeMiddle(index, points.length, canvas.width),
      y: computeHeight(passRate, scale, canvas),
    };
    const from = last ?? point;
    drawSegment(canvas, from, point, index - from.index > 1 ? GAP_DOTS : 1);
    if (isLonely) drawMark(canvas, point);
    last = point;
  }
}

/** The distance of the rate from the top, in dots. */
export function computeHeight(
  rate: number,
  { low, high }: RateScale,
  { height }: DotCanvas,
): number {
  return Math.round(((high - rate) / (high - low)) * (height - 1));
}

/** A mark for a point between two gaps, so that it stands out from the dotted line. */
function drawMark(canvas: DotCanvas, { x, y }: Dot): void {
  const below = y === canvas.height - 1 ? y - 1 : y + 1;
  for (const row of [y, below]) {
    canvas.set(x, row);
    canvas.set(x + 1, row);
  }
}

const GAP_DOTS = 4;

interface Dot {
  x: number;
  y: number;
}

function drawSegment(canvas: DotCanvas, from: Dot, to: Dot, every: number): void {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  for (let step = 0; step <= steps; step++) {
    if (step % every !== 0 && step !== steps) continue;
    const share = step / steps;
    canvas.set(
      Math.round(from.x + (to.x - from.x) * share),
      Math.round(from.y + (to.y - from.y) * share),
    );
  }
}

/** The middle of a bucket, in columns or dots of `size`. */
export function computeMiddle(index: number, count: number, size: number): number {
  return Math.floor(((index + 0.5) * size) / count);
}
