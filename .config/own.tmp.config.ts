import base from '/work/main/.config/vitest.config.ts';
export default { ...base, test: { ...base.test, globalSetup: [], reporters: ['default'] } };
