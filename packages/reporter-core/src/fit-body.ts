import { INGEST_LIMITS } from '@svc/contract/limits';
import { cleanText, cutText, TEXT_LIMITS } from '@svc/contract/text';
import type { IngestBody } from '@svc/contract/ingest';
import type { Redact } from './redact.ts';

/**
 * The body as it may leave the machine: every text redacted, then cleaned and cut to the contract's
 * limits; lists, numbers and dates brought inside what the server accepts, so that one odd test never
 * costs the whole run. What identifies the upload itself (version, idempotency key) stays as it is.
 */
export function fitBody(body: IngestBody, redact: Redact): IngestBody {
  const fitted = structuredClone(body);
  fitFields(fitted, redact);
  return { ...fitted, version: 1, idempotencyKey: body.idempotencyKey };
}

function fitFields(container: object, redact: Redact): void {
  for (const [name, value] of Object.entries(container)) {
    const fitted = fitValue(value, name, redact);
    if (fitted === undefined) Reflect.deleteProperty(container, name);
    else Reflect.set(container, name, fitted);
  }
}

function fitValue(value: unknown, name: string, redact: Redact): unknown {
  if (typeof value === 'string') return fitText(redact(value), name);
  if (typeof value === 'number') return fitNumber(value, name);
  if (Array.isArray(value)) {
    return fitList(value, name).map((entry) => fitValue(entry, name, redact) ?? null);
  }
  if (typeof value === 'object' && value !== null) fitFields(value, redact);
  return value;
}

const OUTPUT_FIELDS = new Set(['stdout', 'stderr']);

// Characters, where the contract refuses longer texts instead of cutting them.
const CHARACTER_LIMITS: Record<string, number> = {
  key: 1_000,
  project: 200,
  framework: 200,
  tags: 200,
};

const LIST_LIMITS: Record<string, number> = {
  titlePath: INGEST_LIMITS.titleParts,
  attempts: INGEST_LIMITS.attempts,
  errors: INGEST_LIMITS.errors,
  steps: INGEST_LIMITS.stepsPerAttempt,
  tags: INGEST_LIMITS.tags,
  annotations: INGEST_LIMITS.annotations,
  artifacts: INGEST_LIMITS.artifacts,
};

const LARGEST_INTEGER = 2_147_483_647;

function fitText(text: string, name: string): string | undefined {
  if (name === 'startedAt') return isThisCentury(text) ? text : undefined;
  const clean = cleanText(text);
  const characters = CHARACTER_LIMITS[name];
  if (characters !== undefined) return clean.slice(0, characters);
  if (OUTPUT_FIELDS.has(name)) return cutText(clean, TEXT_LIMITS.outputBytes, 'ends');
  return cutText(clean, TEXT_LIMITS.textBytes);
}

function fitNumber(value: number, name: string): number | undefined {
  if (!Number.isFinite(value)) return name === 'durationMs' ? 0 : undefined;
  return Math.min(LARGEST_INTEGER, Math.max(0, Math.round(value)));
}

function fitList(list: unknown[], name: string): unknown[] {
  const most = LIST_LIMITS[name];
  if (most === undefined || list.length <= most) return list;
  // The last attempt decides, and the last part of a title is the test's own.
  return [...list.slice(0, most - 1), ...list.slice(-1)];
}

function isThisCentury(text: string): boolean {
  return /^20\d\d-/.test(text);
}
