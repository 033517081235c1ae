import { formatRelativeTime } from '@svc/analysis/text/times';
import type { AttentionItem } from '@svc/contract/history/attention';
import { shortenCommit } from '../../wording/short-ids.ts';

/** `broken 16 d ago`; of an item without a known start, when it was last seen. */
export function formatSinceAgo(item: AttentionItem, now: Date): string {
  const { kind, since, at } = item;
  if (since === null) return formatRelativeTime(at, now);
  const ago = formatRelativeTime(since.at, now);
  return `${kind === 'newly-flaky' ? 'flaky' : 'broken'} ${ago}${since.isAtLeast ? ' or earlier' : ''}`;
}

/** How the medium writes a text, and the link to a commit. */
export interface SinceMedium {
  now: Date;
  text: (text: string) => string;
  commit: (shortCommit: string, url: string | null) => string;
}

/**
 * Whose commit began it, what the test was before, and where it was last seen. Names no author where it may have begun
 * earlier.
 */
export function formatSinceFacts(
  { since, at, executionNumber }: AttentionItem,
  { now, text, commit }: SinceMedium,
): string[] {
  if (since === null) return [];
  const { author, number, isAtLeast, commitUrl } = since;
  const short = shortenCommit(since.commit ?? undefined);
  const place = [
    ...(short === undefined ? [] : [commit(short, commitUrl)]),
    ...(number === null ? [] : [text(short === undefined ? `#${number}` : `(#${number})`)]),
    ...(author === null || isAtLeast ? [] : [`by ${text(author)}`]),
  ].join(' ');
  const isSeenAgain = executionNumber !== null && executionNumber !== number;
  return [
    place === '' ? '' : `${isAtLeast ? 'already in' : 'since'} ${place}`,
    since.before ?? '',
    isSeenAgain ? text(`last seen in #${executionNumber}, ${formatRelativeTime(at, now)}`) : '',
  ].filter((fact) => fact !== '');
}
