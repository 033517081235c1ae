const NAMES: Record<string, string> = {
  vitest: 'Vitest',
  jest: 'Jest',
  playwright: 'Playwright',
  cypress: 'Cypress',
  mocha: 'Mocha',
  junit: 'JUnit',
};

/** A framework as its makers write it: `Playwright`; an unknown one as it was uploaded. */
export function formatFramework(framework: string): string {
  return Object.hasOwn(NAMES, framework) ? (NAMES[framework] ?? framework) : framework;
}
