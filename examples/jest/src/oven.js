/** An oven whose thermometer now and then gives no value when it is asked for the first time. */
class Oven {
  #isWarm = false;

  async celsius() {
    if (!this.#isWarm) {
      this.#isWarm = true;
      throw new Error('thermometer: no answer');
    }
    return 230;
  }
}

module.exports = { Oven };
