import { toRecords, toText, toTexts, type JsonRecord } from '../json/json-fields.ts';
import type { TestPlace } from '../junit/junit-dialect.ts';

/** The first value of each label. */
export function collectAllureLabels(record: JsonRecord): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { name, value } of toRecords(record['labels'])) {
    const [key, text] = [toText(name), toText(value)];
    if (key !== undefined && text !== undefined && !labels.has(key)) labels.set(key, text);
  }
  return labels;
}

/**
 * File and titles of a result, as in the JUnit report of the same tool, if its adapter writes enough facts. Adapters
 * differ: new ones write `titlePath`; those of JavaScript and Python a path or module in `fullName`; those of Java a
 * class.
 */
export function buildAllurePlace(record: JsonRecord): TestPlace {
  const labels = collectAllureLabels(record);
  const name = (toText(record['name']) ?? toText(record['fullName']) ?? '(no name)').replace(
    /\(\)$/,
    '',
  );
  const fullName = toText(record['fullName']) ?? '';
  return (
    findTitlePathPlace(toTexts(record['titlePath']), name, labels) ??
    findPythonPlace(fullName, name, labels) ??
    ofFile(fullName, name, labels) ??
    findClassPlace(name, labels) ??
    buildSuitesPlace(fullName, name, labels)
  );
}

const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|php|feature|dart|go|cs|kt|swift)$/i;

function findTitlePathPlace(
  titles: readonly string[],
  name: string,
  labels: ReadonlyMap<string, string>,
): TestPlace | undefined {
  const at = titles.findIndex((title) => SOURCE_FILE.test(title));
  if (at === -1) return undefined;
  const file = titles.slice(0, at + 1).join('/');
  return { file, titlePath: [...titles.slice(at + 1), name], variant: findVariant(labels) };
}

/** `tests.test_cart.TestCart#test_adds_up`; the package is the module. */
function findPythonPlace(
  fullName: string,
  name: string,
  labels: ReadonlyMap<string, string>,
): TestPlace | undefined {
  const module = labels.get('package');
  const [place = '', method] = fullName.split('#');
  const isPython = labels.get('language') === 'python' || labels.get('framework') === 'pytest';
  if (!isPython || module === undefined || method === undefined) return undefined;
  const classes = place.startsWith(`${module}.`) ? place.slice(module.length + 1).split('.') : [];
  return { file: `${module.replaceAll('.', '/')}.py`, titlePath: [...classes, name] };
}

/** `test/cart.spec.ts#cart adds up`, or with the place of the test, `cart.spec.ts:12:3`. */
function ofFile(
  fullName: string,
  name: string,
  labels: ReadonlyMap<string, string>,
): TestPlace | undefined {
  const place = fullName.split(/#|: /, 1)[0] ?? '';
  const position = /:(\d{1,9})(?::\d{1,9})?$/.exec(place);
  const path = position === null ? place : place.slice(0, position.index);
  const line = position?.[1];
  if (path.includes('\n') || !SOURCE_FILE.test(path)) return undefined;
  const variant = findVariant(labels);
  // Playwright has the project and the file in front of the suites.
  const isFile = (title: string): boolean => title === variant || path.endsWith(title);
  const suites = collectSuites(labels).filter((title) => !isFile(title));
  const found = { file: path, titlePath: [...suites, name], variant };
  return line === undefined ? found : { ...found, line: Number(line) };
}

/** The class serves as the file and the method is the title, as in Surefire. */
function findClassPlace(name: string, labels: ReadonlyMap<string, string>): TestPlace | undefined {
  const className = labels.get('testClass') ?? labels.get('class');
  if (className === undefined) return undefined;
  const [outer = className, ...nested] = className.split('$');
  const method = labels.get('testMethod') ?? labels.get('method');
  const title = method?.split('(', 1)[0] || name;
  return { file: outer, titlePath: [...nested, title] };
}

function buildSuitesPlace(
  fullName: string,
  name: string,
  labels: ReadonlyMap<string, string>,
): TestPlace {
  const suites = collectSuites(labels);
  const file = labels.get('package') ?? suites[0] ?? (fullName.split(/[#:]/, 1)[0] || 'unknown');
  return { file, titlePath: [...suites.filter((title) => title !== file), name] };
}

/** `subSuite` holds the titles of all further suites. */
function collectSuites(labels: ReadonlyMap<string, string>): string[] {
  const inner = labels.get('subSuite')?.split(' > ') ?? [];
  return [labels.get('parentSuite'), labels.get('suite'), ...inner].flatMap((title) => title ?? []);
}

function findVariant(labels: ReadonlyMap<string, string>): string | undefined {
  return labels.get('framework') === 'playwright' ? labels.get('parentSuite') : undefined;
}
