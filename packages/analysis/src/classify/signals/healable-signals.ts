import { computeLikeness, type Values } from '../compared-values.ts';
import { findMissingElement } from './missing-element.ts';
import { cutQuote, buildTextSignal, type Signal } from '../signal.ts';

// Messages of test frameworks when the test, its data or its doubles no longer fit the product.
export const healableSignals: readonly Signal[] = [
  buildTextSignal(
    'heal.strict',
    'HEALABLE',
    'The locator finds more than one element',
    /strict mode violation|resolve[sd]? to (?:\d{1,9}|two|three|\*\*\w{1,40}) elements|[Ff]ound multiple elements|matched multiple elements|subject contained \d{1,9} elements|[Mm]ultiple (?:nodes|elements|matches) (?:found|with)/,
    { prior: 2.5 },
  ),
  {
    id: 'heal.locator',
    supports: 'HEALABLE',
    text: 'The locator finds no element',
    prior: 0.5,
    find: ({ message }) => {
      const found = findMissingElement(message);
      return found === null
        ? null
        : { place: 'message', quote: cutQuote(message, found.index, found[0].length) };
    },
  },
  buildTextSignal(
    'heal.snapshot',
    'HEALABLE',
    'A stored snapshot differs',
    /toMatch(?:Inline|File)?Snapshot|toMatchImageSnapshot|toMatchAriaSnapshot|[Ss]napshot[^\n]{0,60}(?:mismatch|obsolete|do(?:es)? not match|didn't match|outdated|differs?|failed)|[Ss]creenshot (?:comparison|mismatch|is )|toHaveScreenshot|pixels \(ratio|pixels are different|\bbaseline\b|golden file|\.snap\b|approved file|image size/,
    { prior: 2 },
  ),
  buildTextSignal(
    'heal.mock',
    'HEALABLE',
    'A test double lacks what the code now uses',
    /export is defined on the|is not defined on the mock|mockReturnValue|mockResolvedValue|mockImplementation|__mocks__|jest\.mock|vi\.mock|MagicMock|Mock object has no attribute|unittest\.mock|[Uu]nfinishedStubbing|WrongTypeOfReturnValue|PotentialStubbingProblem|unexpected (?:call|invocation|request)|no more mocked|No match for request|nock:|mock (?:server|function|object)|fake\w{0,20} (?:is|has)|stub/i,
    { prior: 1.5, besideValues: true },
  ),
  buildTextSignal(
    'heal.import',
    'HEALABLE',
    'A module that a test imports was moved or removed',
    /Cannot find module ['"`]\.|Failed to resolve import|does not provide an export named|Export named [^\n]{1,80} not found|cannot import name|Cannot find module [^\n]{0,60}(?:test|spec|helper|fixture|mock)|Module not found: [^\n]{0,60}\.\/|is not a registered fixture|fixture '[^']{1,80}' not found/,
    { prior: 1.5 },
  ),
  buildTextSignal(
    'heal.file',
    'HEALABLE',
    'A file of the tests is missing',
    /ENOENT[^\n]{0,160}(?:test|spec|fixture|snap|mock|baseline|expected)|FileNotFoundError[^\n]{0,160}(?:test|fixture)|No such file[^\n]{0,100}(?:test|fixture)/,
  ),
  buildTextSignal(
    'heal.clock',
    'HEALABLE',
    'A time zone or a time format is involved',
    /\b19[67]\d\b|(?:GMT|UTC)[+-]\d|time ?zone|daylight|leap year|\b\d{1,2}:\d\d:\d\d [AP]M\b/,
    { prior: 1 },
  ),
  buildTextSignal(
    'heal.expired',
    'HEALABLE',
    'A fixed date in the test has passed',
    /(?:must|should|has to|needs to) be (?:a |in the )?(?:future|past|date in the future)|in the future|(?:has|have|is|already) expired|\bexpir(?:y|es|ed|ation)\b/,
    { prior: 1, besideValues: true },
  ),
  buildTextSignal(
    'heal.timeout-of-test',
    'HEALABLE',
    'The test exceeded its own time limit',
    /Exceeded timeout of \d{1,9} ?ms for a (?:test|hook)|Test timed out in \d{1,9} ?ms|Test timeout of \d{1,9} ?ms exceeded|Timeout of \d{1,9} ?ms exceeded\. For async tests/,
    { prior: 0 },
  ),
  buildTextSignal(
    'heal.engine',
    'HEALABLE',
    "The wording of an engine's message changed",
    /Unexpected token|not valid JSON|JSON at position/,
    { prior: 0.8, unlessThrownByProduct: true },
  ),
  buildTextSignal(
    'heal.deprecated',
    'HEALABLE',
    'Something that the test uses is deprecated, renamed or removed',
    /ExperimentalWarning|DeprecationWarning|deprecat(?:ed|ion)|no longer supported|has been removed|was removed in|was renamed|renamed to|outdated/i,
    { prior: 0.8, unlessThrownByProduct: true, besideValues: true },
  ),
  buildTextSignal(
    'heal.arguments',
    'HEALABLE',
    'A call has other arguments than the test expects',
    /toHaveBeenCalledWith|toHaveBeenLastCalledWith|toBeCalledWith|called with arguments|Expected arguments|assert_called(?:_once)?_with|Argument\(s\) are different|calledWith/,
    { prior: 0.4 },
  ),
  buildTextSignal(
    'heal.words',
    'HEALABLE',
    'The failure names the test, its selector or its expectation as the cause',
    /[Tt]est expects|the (?:test|spec|assertion|selector|locator|fixture|expectation) (?:is|was|still|expects|uses|looks)|stale (?:test|selector|fixture|expectation|assertion)|hard-?coded/i,
    { places: ['message'], prior: 0.8 },
  ),
  buildTextSignal(
    'heal.collection',
    'HEALABLE',
    'The test file could not be loaded',
    /Test suite failed to run|failed at collection|Error collecting|ERROR collecting|import file mismatch|SyntaxError|0 total|Error when loading|unable to load/,
    { prior: 0.4 },
  ),
  {
    id: 'heal.platform',
    supports: 'HEALABLE',
    text: 'Expected and received differ only by platform or locale',
    prior: 2,
    find: ({ values, message }) => {
      if (values !== null && isPlatformAlone(values))
        return { place: 'message', quote: values.quote };
      const twins = findLinesOfTwoPlatforms(message);
      return twins === null ? null : { place: 'message', quote: twins.slice(0, 160) };
    },
  },
  {
    id: 'heal.moment',
    supports: 'HEALABLE',
    text: 'Expected and received are times that differ by a time zone or by years',
    prior: 1.2,
    find: ({ values }) =>
      values !== null &&
      isMoment(values.expected) &&
      isMoment(values.actual) &&
      differByClock(values)
        ? { place: 'message', quote: values.quote }
        : null,
  },
  {
    id: 'heal.test-does-not-compile',
    supports: 'HEALABLE',
    text: 'A test file does not compile',
    prior: 1.5,
    find: ({ message, log }) => {
      const found = TEST_COMPILE.exec(message) ?? TEST_COMPILE.exec(log);
      return found === null ? null : { place: 'message', quote: found[0].slice(0, 160) };
    },
  },
  {
    id: 'heal.text',
    supports: 'HEALABLE',
    text: 'The wording of the page or a message changed',
    prior: 0.8,
    find: ({ values }) => {
      if (values === null) return null;
      const { expected, actual } = values;
      return isProse(expected) && isProse(actual) && expected !== actual
        ? { place: 'message', quote: values.quote }
        : null;
    },
  },
  {
    id: 'heal.test-frame',
    supports: 'HEALABLE',
    text: 'The error was thrown in test code',
    prior: 0.5,
    find: ({ frames: { first }, message }) =>
      first?.owner === 'test' &&
      /^(?:E {1,8})?(?:\w{0,40}\.)?(?:Type|Reference|Range|Syntax|Name|Attribute|Key|Index|Value|Overflow)Error/m.test(
        message,
      )
        ? { place: 'stack', quote: first.line.slice(0, 160) }
        : null,
  },
];

const MOMENT =
  /\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{1,2}:\d\d|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},|\d{1,9} (?:days?|hours?|minutes?|months?|years?)\b/;
// The place of a compiler's complaint in a test file.
const TEST_COMPILE =
  /^(?:(?:\[ERROR\]|[Ee]rror:?|E|-->) {0,8})?(?!\s{0,20}at )[\w./\\@-]{0,200}(?:_tests?\.(?:go|rs)|[._-](?:test|spec)\.[cm]?[jt]sx?|\/tests?\/[\w./-]{1,100}\.(?:rs|cs|java|kt|tsx?)|Tests?\.(?:java|kt|cs))[:(]\[?\d{1,9}[,:]\d{1,9}[\])]?:? (?!in )[^\n]{0,120}|--> [\w./\\@-]{0,200}(?:_tests?|\/tests?\/[\w/]{1,80})\.rs:\d{1,9}/m;

/** True for a text with the name of a month or a day, or with at least three numbers and marks between them. */
function isMoment(text: string): boolean {
  return (
    MOMENT.test(text) || /^[^\w\n]{0,3}\d{1,4}(?:[-/:. T]{1,3}\d{1,4}){2,8}[^\w\n]{0,3}$/.test(text)
  );
}

const YEARS_MS = 360 * 86_400_000;
const QUARTER_MS = 15 * 60_000;

/**
 * Whether two moments differ as a machine's clock or zone makes them differ: by about a year and more, or by quarters
 * of an hour up to 14 hours where they do not name their zone.
 */
function differByClock({ expected, actual }: Values): boolean {
  const texts = [expected, actual].map((text) => text.replaceAll(/['"]/g, '').trim());
  const [first = Number.NaN, second = Number.NaN] = texts.map((text) => Date.parse(text));
  const difference = Math.abs(first - second);
  if (Number.isNaN(difference)) {
    return texts.every((text) => FULL_DATE.test(text)) || differByHours(texts);
  }
  if (difference >= YEARS_MS) return true;
  const isOneZone = texts.every((text) => text.endsWith('Z'));
  return !isOneZone && difference % QUARTER_MS === 0 && difference <= 14 * 4 * QUARTER_MS;
}

/** Two times of day with the same minutes. */
function differByHours(texts: readonly string[]): boolean {
  const [first, second] = texts.map((text) => /\b\d{1,2}:(\d\d(?::\d\d)?)\b/.exec(text)?.[1]);
  return first !== undefined && first === second;
}

const FULL_DATE = /\d{4}.{1,20}\d{1,2}:\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}/;

function isPlatformAlone({ expected, actual }: Values): boolean {
  if (expected === actual) return false;
  const [plainExpected, plainActual] = [withoutPlatform(expected), withoutPlatform(actual)];
  if (plainExpected === plainActual) return true;
  const isPath = ABSOLUTE.test(actual) !== ABSOLUTE.test(expected);
  return isPath && computeLikeness(plainExpected, plainActual) > 0.4;
}

const ABSOLUTE = /[A-Z]:[\\/]|\\\\/;
const LINES = 200;

/** Two lines that are the same but for their separators. */
function findLinesOfTwoPlatforms(message: string): string | null {
  if (!message.includes('\\')) return null;
  const lines = new Map<string, string>();
  for (const line of message.split('\n', LINES)) {
    const raw = line.replace(/^[-+|\s]{0,20}/, '');
    const plain = withoutPlatform(raw);
    const twin = lines.get(plain);
    if (twin !== undefined && twin !== raw) return `${twin} ${raw}`;
    if (plain.includes('/')) lines.set(plain, raw);
  }
  return null;
}

function withoutPlatform(text: string): string {
  return (
    text
      .replaceAll(/\\r\\n|\r\n/g, '\\n')
      .replaceAll(/\\{1,4}/g, '/')
      .replaceAll(/^[A-Z]:/g, '')
      // Writes the separators of thousands and decimals of a long number in one way.
      .replaceAll(/\d{1,3}(?:[.,\u00a0\u202f' ]\d{3}){1,9}(?:[.,]\d{1,9})?/g, (number) =>
        number.replaceAll(/\D/g, '.'),
      )
      .replaceAll(/[\u00a0\u202f]/g, ' ')
  );
}

function isProse(text: string): boolean {
  return /[A-Za-z]{2,40} [A-Za-z]{2,40} [A-Za-z]{2,40}/.test(text);
}
