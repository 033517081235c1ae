import { testsBelow } from '../../vitest.config.ts';

export default testsBelow(import.meta.dirname);
