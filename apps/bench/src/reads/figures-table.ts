import { alignColumns } from '../report.ts';
import { formatSize } from './judge.ts';
import type { EndpointFigures, Mode, SizeFigures, Times } from './times.ts';

const MODES: Record<Mode, string> = {
  cold: 'cold',
  warm: 'one at a time',
  crowd: '20 at once',
  same: 'the same again',
  beside: 'beside uploads',
};
const QUANTILES = { p50Ms: 'p50', p95Ms: 'p95' } as const;

type Quantile = keyof typeof QUANTILES;
const COLUMNS = (Object.keys(MODES) as Mode[]).flatMap((mode) =>
  (Object.keys(QUANTILES) as Quantile[]).map((quantile) => ({ mode, quantile })),
);

/** Formats the milliseconds of every endpoint in every mode for the terminal, with their ratio to those of whoami. */
export function formatFiguresTable({
  results,
  areCachesDropped,
  endpoints,
}: SizeFigures): string[] {
  const [baseline] = endpoints;
  if (baseline === undefined) return [];
  const head = [
    '',
    ...COLUMNS.map(({ mode, quantile }) => `${MODES[mode]} ${QUANTILES[quantile]}`),
  ];
  const body = endpoints.map((one) => [one.endpoint.name, ...formatCells(one, baseline)]);
  return [
    '',
    `${formatSize(results)} results: milliseconds, and × those of ${baseline.endpoint.name}, a primary-key SELECT`,
    areCachesDropped
      ? 'cold: after a restart, the caches of the operating system dropped'
      : 'cold: after a restart alone, since this user may not drop the caches of the operating system',
    '',
    ...alignColumns([head, ...body]),
    '',
  ];
}

function formatCells({ times }: EndpointFigures, baseline: EndpointFigures): string[] {
  return COLUMNS.map(({ mode, quantile }) =>
    formatCell(times[mode], baseline.times[mode], quantile),
  );
}

function formatCell(times: Times, baseline: Times, quantile: Quantile): string {
  const ratio = times[quantile] / baseline[quantile];
  return `${times[quantile].toFixed(1)} ${`×${ratio.toFixed(1)}`.padStart(6)}`;
}
