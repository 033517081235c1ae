import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
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

/** @throws SvcError PAYLOAD_TOO_LARGE when one result contains more lists and values than the limit. */
export function checkResultValues(values: number): void {
  if (values > INGEST_LIMITS.valuesPerResult) {
    throw buildTooManyValuesError('A result holds', INGEST_LIMITS.valuesPerResult);
  }
}

/** @throws SvcError PAYLOAD_TOO_LARGE when all results together contain more lists and values than the limit. */
export function checkAllResultValues(values: number): void {
  if (values > INGEST_LIMITS.valuesOfResults) {
    throw buildTooManyValuesError('The results of the upload hold', INGEST_LIMITS.valuesOfResults);
  }
}

/** @throws SvcError PAYLOAD_TOO_LARGE when the other fields contain more lists and values than the limit. */
export function checkOtherValues(values: number): void {
  if (values > INGEST_LIMITS.otherValues) {
    throw buildTooManyValuesError(
      'Besides its results, the upload holds',
      INGEST_LIMITS.otherValues,
    );
  }
}

/**
 * @throws SvcError PAYLOAD_TOO_LARGE when the other fields have more bytes than the limit: they are parsed in one
 * piece, which blocks other requests.
 */
export function checkOtherBytes(bytes: number): void {
  if (bytes <= INGEST_LIMITS.otherBytes) return;
  const mebibytes = INGEST_LIMITS.otherBytes / 1024 / 1024;
  throw new SvcError(
    'PAYLOAD_TOO_LARGE',
    `Besides its results, the upload is larger than ${mebibytes} MiB.`,
    { hint: 'Send some of its files in further requests with the same execution key and runId.' },
  );
}

function buildTooManyValuesError(what: string, limit: number): SvcError {
  return new SvcError('PAYLOAD_TOO_LARGE', `${what} more than ${limit} lists and values.`);
}
