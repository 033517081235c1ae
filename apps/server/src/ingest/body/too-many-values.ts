import { INGEST_LIMITS } from '@svc/contract/limits';
import { SvcError } from '../../errors.ts';

/** @throws SvcError PAYLOAD_TOO_LARGE when an upload has more results than the limit. */
export function checkResultCount(results: number): void {
  if (results <= INGEST_LIMITS.results) return;
  throw new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The upload holds more than ${INGEST_LIMITS.results} results.`,
    { hint: 'Send the rest in further requests with the same execution key.' },
  );
}

/** The same when one result contains more lists and values than the limit. */
export function checkResultValues(values: number): void {
  if (values > INGEST_LIMITS.valuesPerResult) {
    throw buildTooManyValuesError('A result holds', INGEST_LIMITS.valuesPerResult);
  }
}

/** The same for all results together. */
export function checkAllResultValues(values: number): void {
  if (values > INGEST_LIMITS.valuesOfResults) {
    throw buildTooManyValuesError('The results of the upload hold', INGEST_LIMITS.valuesOfResults);
  }
}

/** The same for everything beside the results. */
export function checkOtherValues(values: number): void {
  if (values > INGEST_LIMITS.otherValues) {
    throw buildTooManyValuesError('Beside its results the upload holds', INGEST_LIMITS.otherValues);
  }
}

/** The same for the bytes of everything beside the results, which is parsed in one piece and blocks other requests. */
export function checkOtherBytes(bytes: number): void {
  if (bytes <= INGEST_LIMITS.otherBytes) return;
  const mebibytes = INGEST_LIMITS.otherBytes / 1024 / 1024;
  throw new SvcError(
    'PAYLOAD_TOO_LARGE',
    `Beside its results the upload is larger than ${mebibytes} MiB.`,
    { hint: 'Send some of its files in further requests with the same execution key and runId.' },
  );
}

function buildTooManyValuesError(what: string, limit: number): SvcError {
  return new SvcError('PAYLOAD_TOO_LARGE', `${what} more than ${limit} lists and values.`);
}
