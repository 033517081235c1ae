/** A map by id that evicts its oldest entries, because no event says when they are not needed any more. */
export class NewestEntries<Value> {
  readonly #entries = new Map<number, Value>();
  readonly #charactersOf: (value: Value) => number;
  #characters = 0;

  constructor(charactersOf: (value: Value) => number) {
    this.#charactersOf = charactersOf;
  }

  set(id: number | undefined, value: Value): void {
    if (id === undefined) return;
    this.#delete(id);
    this.#entries.set(id, value);
    this.#characters += this.#charactersOf(value);
    for (const oldest of this.#entries.keys()) {
      const isFull = this.#entries.size > MOST_ENTRIES || this.#characters > MOST_CHARACTERS;
      if (!isFull) return;
      this.#delete(oldest);
    }
  }

  get(id: number | undefined): Value | undefined {
    return id === undefined ? undefined : this.#entries.get(id);
  }

  #delete(id: number): void {
    const value = this.#entries.get(id);
    if (value === undefined) return;
    this.#entries.delete(id);
    this.#characters -= this.#charactersOf(value);
  }
}

const MOST_ENTRIES = 50_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;
