/** What every list tells of the test that the samples are about. */
export const SEARCH_TEST = {
  testId: '0123456789abcdef0123456789abcdef',
  title: 'suggests as you type',
  titlePath: ['search', 'suggests as you type'],
  file: 'src/search.test.ts',
  project: 'web',
  variant: null,
  framework: 'vitest',
};
