/** Pieces left in the warehouse, whose service now and then drops the first request after a pause. */
export class Warehouse {
  #isAwake = false;
  readonly #stock = new Map([
    ['tea', 12],
    ['pot', 0],
  ]);

  async piecesOf(name: string): Promise<number> {
    if (!this.#isAwake) {
      this.#isAwake = true;
      throw new Error('warehouse: connection reset');
    }
    return this.#stock.get(name) ?? 0;
  }
}
