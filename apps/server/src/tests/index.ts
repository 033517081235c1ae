// The face of this room: what other rooms may use of it.
export { flakyTestsRouter } from './flaky/flaky-tests.router.ts';
export { testsRouter } from './tests.router.ts';
