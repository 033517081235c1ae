import { INGEST_LIMITS } from '@svc/contract/limits';
import { SvcError } from '../../errors.ts';

/** @throws SvcError PAYLOAD_TOO_LARGE when one result is made of more lists and values than the limit. */
export function checkResultValues(values: number): void {
  if (values > INGEST_LIMITS.valuesPerResult) {
    throw tooMany('A result', INGEST_LIMITS.valuesPerResult);
  }
}

/** The same for everything beside the results. */
export function checkOtherValues(values: number): void {
  if (values > INGEST_LIMITS.otherValues) {
    throw tooMany('Beside its results the upload', INGEST_LIMITS.otherValues);
  }
}

/**
 * Both for a body that is parsed already, before its schema looks at every value.
 * @throws SvcError PAYLOAD_TOO_LARGE
 */
export function refuseTooManyValues(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const { results, ...rest } = body as { results?: unknown };
  checkOtherValues(countValues(rest, INGEST_LIMITS.otherValues));
  for (const result of Array.isArray(results) ? (results as unknown[]) : []) {
    checkResultValues(countValues(result, INGEST_LIMITS.valuesPerResult));
  }
}

/** Lists and values inside, counted no further than just above `limit`. Not recursive: a body may be nested a million deep. */
function countValues(root: unknown, limit: number): number {
  const open = [root];
  let count = 0;
  while (open.length > 0 && count <= limit) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value) as unknown[]) {
      count++;
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return count;
}

function tooMany(what: string, limit: number): SvcError {
  return new SvcError('PAYLOAD_TOO_LARGE', `${what} holds more than ${limit} lists and values.`);
}
