import { type JunitDialect, findLine } from '../junit-dialect.ts';

/** Bun. The outermost suite is the file, inner suites are `describe`. It reports no errors. */
export const bun: JunitDialect = {
  framework: 'bun',
  isSpoken: ({ suites }) => suites[0]?.name === 'bun test',
  place: ({ element, suites, name }) => ({
    file: element.attributes['file'] ?? suites[1]?.name ?? 'unknown',
    titlePath: [...suites.slice(2).map((suite) => suite.name), name],
    line: findLine(element),
  }),
};
