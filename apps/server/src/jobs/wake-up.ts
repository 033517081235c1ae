/**
 * Lets requests wake a loop of the same process, for work that is due at once. Without a wake-up, as for the work of
 * other servers, the loop finds the work at the end of its pause.
 */
export class WakeUp {
  #wake: (() => void) | null = null;

  /** Sets what wakes the loop. The last call counts: a process runs a loop once. */
  connect(wake: () => void): void {
    this.#wake = wake;
  }

  /** Does nothing while no loop runs. */
  wake(): void {
    this.#wake?.();
  }
}
