interface Sample {
  at: number;
  logBytes: number;
}

// An hour of samples, one a second.
const MAX_SAMPLES = 3_600;

/**
 * How far a replica is behind its primary. Remembers when the primary was at which position of its log, so it needs no
 * clock of either, and a primary that writes nothing makes no lag. As exact as the interval of the samples.
 */
export class Lag {
  /** What the replica had not replayed when it was last asked, oldest first. */
  #samples: Sample[] = [];

  notePrimary(sample: Sample): void {
    if (this.#samples.at(-1)?.logBytes === sample.logBytes) return;
    this.#samples.push(sample);
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /** Milliseconds since the primary was at the oldest position that the replica has not replayed. */
  measureMs({ at, logBytes }: Sample): number {
    this.#samples = this.#samples.filter((sample) => sample.logBytes > logBytes);
    const [oldest] = this.#samples;
    return oldest === undefined ? 0 : at - oldest.at;
  }
}
