import { readFileSync } from 'node:fs';
import { parsedJson } from '@svc/contract/parsed-json';
import { isErrno, isRecord } from '@svc/reporter-core/text/unknown-value';

export type EventPayload = Readonly<Record<string, unknown>>;

/** The webhook payload of the event that started this workflow. Empty if there is none. */
export function readEvent(env: Readonly<Record<string, string | undefined>>): EventPayload {
  const path = env['GITHUB_EVENT_PATH'];
  const event = path ? parsedJson(readIfThere(path)) : undefined;
  return isRecord(event) ? event : {};
}

/** The record at the end of a path of names; an empty one if a part of the path is missing. */
export function recordAt(value: unknown, ...names: readonly string[]): EventPayload {
  let at: unknown = value;
  for (const name of names) at = isRecord(at) ? at[name] : undefined;
  return isRecord(at) ? at : {};
}

export function textIn(record: EventPayload, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberIn(record: EventPayload, name: string): number | undefined {
  const value = record[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error)) return '';
    throw error;
  }
}
