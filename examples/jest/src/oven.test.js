const { Oven } = require('./oven.js');

jest.retryTimes(2);

const oven = new Oven();

describe('oven', () => {
  // Fails on the first attempt and passes on the second: a flaky test.
  it('is hot enough for bread', async () => {
    expect(await oven.celsius()).toBeGreaterThan(220);
  });

  it('is not too hot for bread', async () => {
    expect(await oven.celsius()).toBeLessThan(250);
  });

  it.skip('bakes at night', async () => {
    expect(await oven.celsius()).toBe(180);
  });

  // Known and accepted: it passes as long as it fails.
  it.failing('cools down by itself', async () => {
    expect(await oven.celsius()).toBeLessThan(100);
  });
});
