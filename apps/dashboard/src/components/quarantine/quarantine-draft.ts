import type {
  QuarantineChange,
  QuarantineEntry,
  QuarantineInput,
} from '@svc/contract/gate/quarantine';
import { toLocalDay, endOfDay } from './quarantine-days.ts';

/** What the form holds. An empty text stands for none. */
export interface QuarantineDraft {
  /** Which failures of the test are excused; null until somebody chose. */
  fingerprints: 'any' | readonly string[] | null;
  reason: string;
  owner: string;
  /** The last day, inclusive, in the viewer's time zone: `2026-12-10`. */
  until: string;
}

/** By how many days an entry lasts unless somebody says otherwise, and at most. As in the contract. */
export const DEFAULT_DAYS = 14;
export const LONGEST_DAYS = 90;

/** How many failures an entry names at most. As in the contract. */
export const FINGERPRINTS_MOST = 50;

function buildEmptyDraft(now: Date): QuarantineDraft {
  return { fingerprints: null, reason: '', owner: '', until: toLocalDay(now, DEFAULT_DAYS) };
}

function toQuarantineDraft({ fingerprints, reason, owner, expiresAt }: QuarantineEntry) {
  const until = toLocalDay(new Date(expiresAt));
  return { fingerprints, reason, owner: owner ?? '', until } satisfies QuarantineDraft;
}

/**
 * The form at first: a new entry, or one to change. An expired one gets a new end, and each the errors at hand, unless
 * they are more than an entry may name.
 */
export function buildInitialDraft(
  entry: QuarantineEntry | null,
  { atHand: all, now }: { atHand: readonly string[]; now: Date },
): QuarantineDraft {
  const atHand = all.length > FINGERPRINTS_MOST ? [] : all;
  const empty = buildEmptyDraft(now);
  if (entry === null) return { ...empty, fingerprints: atHand.length === 0 ? null : atHand };
  const { fingerprints, ...draft } = toQuarantineDraft(entry);
  return {
    ...draft,
    fingerprints: fingerprints === 'any' ? 'any' : [...new Set([...fingerprints, ...atHand])],
    until: entry.state === 'active' ? draft.until : empty.until,
  };
}

/**
 * The days that the form offers: tomorrow, or the present last day, to the last one whose end is not more than 90 days
 * ahead.
 */
export function computeOfferedDays(present: string, now: Date): { first: string; last: string } {
  const tomorrow = toLocalDay(now, 1);
  const first = present < tomorrow ? present : tomorrow;
  return { first, last: toLocalDay(now, LONGEST_DAYS - 1) };
}

/** When an entry ends with this draft: an unchanged day keeps its hour. */
export function computeEnd(
  { until }: Pick<QuarantineDraft, 'until'>,
  entry: QuarantineEntry | null,
) {
  const present = entry === null ? null : new Date(entry.expiresAt);
  return present !== null && toLocalDay(present) === until ? present : endOfDay(until);
}

export function toQuarantineInput(
  { reason, owner, until }: QuarantineDraft,
  { testId, fingerprints }: { testId: string; fingerprints: 'any' | readonly string[] },
): QuarantineInput {
  return {
    testId,
    fingerprints: fingerprints === 'any' ? 'any' : [...fingerprints],
    reason: reason.trim(),
    ...(owner.trim() === '' ? {} : { owner: owner.trim() }),
    expiresAt: endOfDay(until).toISOString(),
  };
}

/** Only the fields that were changed, so that a change that somebody else makes meanwhile stays. */
export function buildQuarantineChange(
  draft: QuarantineDraft,
  entry: QuarantineEntry,
): QuarantineChange {
  const before = toQuarantineDraft(entry);
  const { fingerprints } = draft;
  const reason = draft.reason.trim();
  const owner = draft.owner.trim();
  return {
    id: entry.id,
    ...(fingerprints === null || isSame(fingerprints, before.fingerprints)
      ? {}
      : { fingerprints: fingerprints === 'any' ? 'any' : [...fingerprints] }),
    ...(reason === before.reason ? {} : { reason }),
    ...(owner === before.owner ? {} : { owner: owner === '' ? null : owner }),
    ...(draft.until === before.until ? {} : { expiresAt: endOfDay(draft.until).toISOString() }),
  };
}

function isSame(one: 'any' | readonly string[], other: 'any' | readonly string[]): boolean {
  if (one === 'any' || other === 'any') return one === other;
  return one.length === other.length && one.every((fingerprint) => other.includes(fingerprint));
}
