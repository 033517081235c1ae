import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { isRecord } from '@svc/contract/zod-free/is-record';

/**
 * The name of a matrix leg, from the values of the matrix as GitHub shows them behind a job's name: `mysql, 22`. Values
 * that number a shard are left out, because all shards of a leg are one leg, and so are empty ones. Undefined without a
 * matrix. A text that is not an object in JSON is the name itself.
 */
export function buildLegName(matrix: string): string | undefined {
  const text = matrix.trim();
  if (text === '' || text === 'null') return undefined;
  const values = parseJson(text);
  const name = isRecord(values)
    ? Object.entries(values)
        .filter(([key]) => !NUMBERS_A_SHARD.test(key))
        .map(([, value]) => formatMatrixValue(value))
        .filter((value) => value !== '')
        .join(', ')
    : text;
  // The name is a variable, a label and a heading: one line.
  const line = toTerminalLine(name).slice(0, INGEST_LIMITS.legLength).toWellFormed();
  return line === '' ? undefined : line;
}

function formatMatrixValue(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

/** The names that the documentation of frameworks and CI systems gives to such values. */
const NUMBERS_A_SHARD = /shard|split|chunk|partition|^(?:ci[-_]?)?node[-_]?(?:index|total)$/i;
