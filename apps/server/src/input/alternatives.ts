/** The words as a choice: `hourly, daily or weekly`. */
export function alternatives(words: readonly string[]): string {
  return LIST.format(words);
}

// British: no comma before the "or".
const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });
