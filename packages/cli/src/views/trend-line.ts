import type { TrendPoint } from '@svc/contract/trends';
import type { DotCanvas } from '../format/dot-canvas.ts';
import type { RateScale } from './rate-scale.ts';

/** From point to point; over buckets without results only dotted, because nothing is known of them. */
export function drawLine(canvas: DotCanvas, points: readonly TrendPoint[], scale: RateScale): void {
  let last: { index: number; x: number; y: number } | undefined;
  for (const [index, { passRate }] of points.entries()) {
    if (passRate === null) continue;
    const isLonely = points[index - 1]?.passRate == null && points[index + 1]?.passRate == null;
    const point = {
      index,
      x: middleOf(index, points.length, canvas.width),
      y: heightOf(passRate, scale, canvas),
    };
    const from = last ?? point;
    drawSegment(canvas, from, point, index - from.index > 1 ? GAP_DOTS : 1);
    if (isLonely) drawMark(canvas, point);
    last = point;
  }
}

/** How far below the top the rate lies, in dots. */
export function heightOf(rate: number, { low, high }: RateScale, { height }: DotCanvas): number {
  return Math.round(((high - rate) / (high - low)) * (height - 1));
}

/** A point between two gaps, which is seen among the dots that lead to it. */
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

/** Where the middle of a bucket lies, of `size` columns or dots. */
export function middleOf(index: number, count: number, size: number): number {
  return Math.floor(((index + 0.5) * size) / count);
}
