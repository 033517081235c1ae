import { shortenText } from '@svc/contract/zod-free/shorten-text';

// The fingerprint's placeholders for values that change. Other words in angle brackets, such as `<div>`, are text.
const PLACEHOLDER =
  /<(n|id|hex|uuid|duration|date|time|host|url|path|list|object|str|tmp|function)>/;
const MOST_CHARACTERS = 600;

/** A part of a pattern: text, or the name of a placeholder. */
export interface PatternPart {
  text: string;
  isPlaceholder: boolean;
}

/** A pattern as text and placeholders, cut after 600 characters. */
export function splitPattern(pattern: string): PatternPart[] {
  return shortenText(pattern, MOST_CHARACTERS)
    .split(PLACEHOLDER)
    .map((text, index) => ({ text, isPlaceholder: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
