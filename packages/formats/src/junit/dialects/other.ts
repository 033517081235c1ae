import { type JunitCase, type JunitDialect, lineOf } from '../junit-dialect.ts';

/** Any other tool: `file` where there is one, else what looks like a path, else the class. */
export const other: JunitDialect = {
  framework: 'junit',
  isSpoken: () => true,
  place: (testcase) => {
    const { element, classname, name } = testcase;
    const file = fileOf(testcase);
    const isTold = classname === '' || classname === file || classname === name;
    return { file, titlePath: isTold ? [name] : [classname, name], line: lineOf(element) };
  },
};

function fileOf({ element, classname, suite, suites }: JunitCase): string {
  const told = element.attributes['file'] || suite.element.attributes['file'];
  if (told) return told;
  const paths = [classname, suite.name].filter((text) => /[/\\]|\.[a-z]\w{0,4}$/.test(text));
  return (
    [...paths, classname, ...suites.toReversed().map((outer) => outer.name)].find(
      (text) => text !== '',
    ) ?? 'unknown'
  );
}
