import { parsedJson } from '@svc/contract/parsed-json';
import { INGEST_LIMITS } from '@svc/contract/limits';
import { isRecord } from '@svc/reporter-core/text/unknown-value';

/**
 * The name of a matrix leg, from the values of the matrix as GitHub shows them behind a job's name: `mysql, 22`. Values
 * that number a shard are left out: all shards of a leg are one leg. Undefined without a matrix. A text that is not an
 * object in JSON is the name itself.
 */
export function legOf(matrix: string): string | undefined {
  const text = matrix.trim();
  if (text === '' || text === 'null') return undefined;
  const values = parsedJson(text);
  const name = isRecord(values)
    ? Object.entries(values)
        .filter(([key]) => !NUMBERS_A_SHARD.test(key))
        .map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)))
        .join(', ')
    : text;
  return name === '' ? undefined : name.slice(0, INGEST_LIMITS.legLength);
}

/** The names that the documentation of frameworks and CI systems gives to such values. */
const NUMBERS_A_SHARD = /shard|split|chunk|partition|^(?:ci[-_]?)?node[-_]?(?:index|total)$/i;
