import { type JunitCase, type JunitDialect, findLine } from '../junit-dialect.ts';
import { findRepeats } from '../retried-names.ts';

/** Any other tool: `file` if present, otherwise a name that looks like a path, otherwise the class. */
export const other: JunitDialect = {
  framework: 'junit',
  isSpoken: () => true,
  place: (testcase) => {
    const { element, classname, name } = testcase;
    const file = chooseFile(testcase);
    const isRedundant = classname === '' || classname === file || classname === name;
    return { file, titlePath: isRedundant ? [name] : [classname, name], line: findLine(element) };
  },
  repeatsOf: findRepeats,
};

function chooseFile({ element, classname, suite, suites }: JunitCase): string {
  const file = element.attributes['file'] || suite.element.attributes['file'];
  if (file) return file;
  const paths = [classname, suite.name].filter((text) => /[/\\]|\.[a-z]\w{0,4}$/.test(text));
  return (
    [...paths, classname, ...suites.toReversed().map((outer) => outer.name)].find(
      (text) => text !== '',
    ) ?? 'unknown'
  );
}
