/** The most failures of one execution that are judged. Further ones of an outage have no other cause. */
export const MOST_FAILURES = 10_000;

/** Of one message or stack, in characters. Messages begin with what matters. */
export const MOST_CHARACTERS = 16_000;

/** Of all messages together, and of all stacks. 10,000 distinct ones get 3,200 each. */
export const ALL_CHARACTERS = 32_000_000;
