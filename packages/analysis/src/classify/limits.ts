/** The most failures of one execution that are judged. Further ones of an outage have no other cause. */
export const MOST_FAILURES = 10_000;

/** Limit of one message or stack. Messages begin with the important part. */
export const MOST_CHARACTERS = 16_000;

/** Limit of all messages together, and of all stacks. 10,000 distinct ones get 3,200 each. */
export const ALL_CHARACTERS = 32_000_000;

/** How many characters of each message and stack the classifier reads where there are `texts` of them. */
export function computeCharacterLimit(texts: number): number {
  return Math.min(MOST_CHARACTERS, Math.ceil(ALL_CHARACTERS / Math.max(1, texts)));
}
