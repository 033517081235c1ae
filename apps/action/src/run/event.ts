import { isRecord } from '@svc/contract/zod-free/is-record';

export type EventPayload = Readonly<Record<string, unknown>>;

/** The record at the end of a path of names; an empty one if a part of the path is missing. */
export function getRecord(value: unknown, ...names: readonly string[]): EventPayload {
  let at: unknown = value;
  for (const name of names) at = isRecord(at) ? at[name] : undefined;
  return isRecord(at) ? at : {};
}

export function getText(record: EventPayload, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function getNumber(record: EventPayload, name: string): number | undefined {
  const value = record[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
