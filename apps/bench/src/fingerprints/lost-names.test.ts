import { expect, it } from 'vitest';
import { measureLostNames } from './lost-names.ts';

it('keeps all but 0.5 % of the names that packages export where a program names something', () => {
  for (const { names, lost } of measureLostNames()) {
    expect(names).toBeGreaterThan(10_000);
    expect(lost.length / names).toBeLessThanOrEqual(0.005);
  }
});
