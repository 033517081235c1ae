/** A map by id that forgets its oldest entries, because no event says when they are not needed any more. */
export class NewestEntries<Value> {
  readonly #entries = new Map<number, Value>();

  set(id: number | undefined, value: Value): void {
    if (id === undefined) return;
    this.#entries.set(id, value);
    if (this.#entries.size <= MOST_ENTRIES) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  get(id: number | undefined): Value | undefined {
    return id === undefined ? undefined : this.#entries.get(id);
  }
}

const MOST_ENTRIES = 50_000;
