import { isFault } from '../junit-attempts.ts';
import { type JunitCase, type JunitDialect, findLine } from '../junit-dialect.ts';
import type { JunitSuite } from '../junit-suite.ts';
import { findRepeats } from '../retried-names.ts';

/**
 * Maven Surefire and Failsafe, Gradle, and tools that imitate them. They report classes but no files, and the source
 * file of a class is unknown: the class serves as the file.
 */
export const java: JunitDialect = {
  framework: 'junit',
  isSpoken: ({ suite, classname }) =>
    suite.properties.has('java.version') || /^(?:[a-z_]\w*\.)+[A-Z][\w$]*$/.test(classname),
  place: ({ element, classname, name }) => {
    const [outer = classname, ...nested] = classname.split('$');
    const title = isClass(name, classname) ? '(class)' : name;
    const file = element.attributes['file'];
    if (file === undefined) return { file: outer, titlePath: [...nested, title] };
    // Imitators such as Python's xmlrunner may have several classes in a file.
    const className = outer.split('.').at(-1) ?? outer;
    return { file, titlePath: [className, ...nested, title], line: findLine(element) };
  },
  isFile: () => true,
  repeatsOf: (testcase) => findRepeats(testcase) ?? (isMethod(testcase) ? {} : undefined),
  faultOf: ({ element, name, classname }) =>
    isClass(name, classname) && element.children.some(isFault) ? 'file' : undefined,
};

/**
 * Whether the name is a method's, which a class has once, so that Gradle's plug-in for retries has repeated it. JUnit 5
 * writes a method without parameters as `pays()`; dynamic and parametrized tests have any names, also equal ones. The
 * name of JUnit 4 is recognized by the frames of a failure. Surefire marks retries, Ant has none, and the rows of
 * TestNG have equal names.
 */
function isMethod({ element, name, suite }: JunitCase): boolean {
  if (isOfMavenOrAnt(suite)) return false;
  // Kotlin for several platforms adds the platform.
  if (/\(\)(?:\[[a-z]\w{0,50}\])?$/i.test(name)) return true;
  const faults = element.children.filter(isFault);
  return /^[a-z_$][\w$]*$/i.test(name) && faults.every(({ text }) => FRAME_OF_JUNIT_4.test(text));
}

const FRAME_OF_JUNIT_4 = /^\s{0,20}at (?:[\w.@]{1,100}\/{1,2}){0,2}org\.junit\.runners\./m;

/** Both write the properties of Java, which only Surefire can leave out. */
function isOfMavenOrAnt({ properties, element }: JunitSuite): boolean {
  const schema = element.attributes['xsi:noNamespaceSchemaLocation'] ?? '';
  return properties.has('java.version') || /\b(?:surefire|failsafe)\b/.test(schema);
}

/** A failure before or after all tests of a class, or a skipped class, is reported as an additional test. */
function isClass(name: string, classname: string): boolean {
  return name === '' || name === classname || CLASS_NAMES.has(name);
}

const CLASS_NAMES = new Set(['initializationError', 'executionError', 'classMethod']);
