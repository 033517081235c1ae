import { isRecord } from '@svc/contract/zod-free/is-record';

/** A parsed but unchecked object: fields are read one by one, and a field of another type counts as absent. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function toRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

export function toRecords(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Undefined for an empty text and for other types. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Whole milliseconds; 0 if absent. */
export function toDurationMs(value: unknown): number {
  return Math.max(0, Math.round(toNumber(value) ?? 0));
}
