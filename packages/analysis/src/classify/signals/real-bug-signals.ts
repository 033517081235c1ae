import { computeLikeness } from '../compared-values.ts';
import { findBrokenProductFrame, RUNTIME_ERROR } from './product-error.ts';
import { cutQuote, buildTextSignal, type Signal } from '../signal.ts';

// Signals of the product's own code.
export const realBugSignals: readonly Signal[] = [
  {
    id: 'bug.product-frame',
    supports: 'REAL_BUG',
    text: 'The error was thrown in product code',
    prior: 1.5,
    find: (failure) => {
      const frame = findBrokenProductFrame(failure);
      return frame === null ? null : { place: 'stack', quote: frame.line.slice(0, 160) };
    },
  },
  {
    id: 'bug.product-in-stack',
    supports: 'REAL_BUG',
    text: 'Product code is in the stack',
    prior: 0.7,
    find: ({ frames: { product } }) =>
      product === null ? null : { place: 'stack', quote: product.line.slice(0, 160) },
  },
  buildTextSignal(
    'bug.runtime-error',
    'REAL_BUG',
    'The program broke with a runtime error',
    RUNTIME_ERROR,
    {
      prior: 0.6,
    },
  ),
  buildTextSignal(
    'bug.undefined',
    'REAL_BUG',
    'A value was not there',
    /Cannot (?:read|set) propert(?:y|ies) of (?:undefined|null)|Cannot read property|undefined is not an object|is not iterable|NoneType|nil pointer|null pointer|has no attribute|undefined method|of undefined|Unwrap(?:ped)? on a? ?`?None|must be a (?:string|number|function)|requires? (?:a |an )?\w{1,40} functions?/i,
    { prior: 0.6 },
  ),
  buildTextSignal(
    'bug.5xx',
    'REAL_BUG',
    'The application answered with a server error',
    /\b500\b[^\n]{0,40}(?:Internal Server Error|is not the expected)|Internal Server Error|status(?: code)?:? 500|(?:got|received|returns?|was|actual|Received:?|but got)[ :]{1,3}500\b|HTTP status code 500/i,
    { prior: 1.5 },
  ),
  buildTextSignal(
    'bug.4xx',
    'REAL_BUG',
    'The application refused a request',
    /\b40[0-9] \{|(?:got|received|Received:?|returned|but was) 4\d\d\b|40[04] (?:Not Found|Bad Request)|status(?: code)?:? 4(?:0[04]|09|22)\b/i,
    { prior: 0.5 },
  ),
  buildTextSignal(
    'bug.page-error',
    'REAL_BUG',
    'The page threw an error',
    /[Uu]ncaught (?:exception|error|\w{0,40}Error)|pageerror|[Uu]nhandled (?:promise )?rejection|[Uu]nhandled [Ee]rror|error boundary|originated from your application|Something went wrong|console\.error/i,
    { prior: 0.8 },
  ),
  buildTextSignal(
    'bug.sql',
    'REAL_BUG',
    'The database refused a statement',
    /[Uu]nknown column|no such (?:table|column)|(?:column|relation|table) "?[\w.]{1,80}"? (?:does not exist|already exists)|violates (?:\w{1,40}[ -]){1,3}constraint|[Dd]uplicate (?:key|entry)|SQL syntax|syntax error at or near|OperationalError|IntegrityError|ProgrammingError|SQLSTATE|[Dd]eadlock|DataError/,
    { prior: 1 },
  ),
  buildTextSignal(
    'bug.compile',
    'REAL_BUG',
    'The code does not compile',
    /error TS\d{4}|error\[E\d{4}\]|cannot find symbol|incompatible types|undefined: \w|undeclared|error CS\d{4}|compilation failed|Compilation error|build failed|cannot use .{1,60} as/i,
    { prior: 1 },
  ),
  buildTextSignal(
    'bug.race',
    'REAL_BUG',
    'A memory or threading error',
    /DATA RACE|AddressSanitizer|use-after-free|heap-buffer-overflow|ThreadSanitizer|undefined behavior|assertion failed:|ASSERT(?:ION)? FAILED|memory leak|infinite loop|Maximum (?:call stack|update depth)|stack overflow|StackOverflowError/i,
    { prior: 0.8 },
  ),
  buildTextSignal(
    'bug.words',
    'REAL_BUG',
    'The failure says that the product does the wrong thing',
    /currently returns?|regress(?:ion|ed)|broke(?:n)? (?:since|by)|should (?:have )?(?:return|be|not)|must (?:return|not|be)|instead of|wrong|incorrect|unexpectedly|is required|not allowed|invalid/i,
    { places: ['message'], prior: 0.4 },
  ),
  {
    id: 'bug.values',
    supports: 'REAL_BUG',
    text: 'Expected and received are different values',
    prior: 0.5,
    find: ({ values, frames: { product } }) => {
      if (values === null || product !== null) return null;
      const { expected, actual } = values;
      return isSpecific(expected) && isSpecific(actual) && computeLikeness(expected, actual) > 0.3
        ? { place: 'message', quote: values.quote }
        : null;
    },
  },
  {
    id: 'bug.nothing',
    supports: 'REAL_BUG',
    text: 'The product returned nothing where a value was expected',
    prior: 0.3,
    find: ({ values }) =>
      values !== null && /^(?:undefined|null|None|nil|\[\]|\{\}|''|""|NaN)$/.test(values.actual)
        ? { place: 'message', quote: values.quote }
        : null,
  },
  {
    id: 'bug.diff',
    supports: 'REAL_BUG',
    alsoSupports: 'HEALABLE',
    text: 'A structure differs from what was expected',
    prior: 0.3,
    find: ({ message }) => {
      if (/[Ss]napshot/.test(message)) return null;
      const found = CHANGED_LINE.exec(message) ?? DEEP.exec(message);
      return found === null
        ? null
        : { place: 'message', quote: cutQuote(message, found.index, found[0].length) };
    },
  },
  {
    id: 'bug.shown-value',
    supports: 'REAL_BUG',
    text: 'The page shows another value than expected',
    prior: 0.8,
    find: ({ message, values }) =>
      values !== null &&
      /locator resolved to (?!\d)|but the text was|unexpected value/.test(message)
        ? { place: 'message', quote: values.quote }
        : null,
  },
];

const DEEP = /to (?:strictly |deeply )?equal|toEqual|toStrictEqual|deepEqual|deep equal/;
/** A line of a diff and the line that took its place; its legend (`- Expected`, `+ Received`) does not match. */
const CHANGED_LINE =
  /^ {0,8}- {1,8}(?!Expected\b|Snapshot\b|Received\b|Actual\b)\S[^\n]{0,200}\n {0,8}\+ {1,8}\S[^\n]{0,200}/im;

/** More than a word that any assertion has. */
function isSpecific(text: string): boolean {
  return (
    text.length >= 4 && !/^(?:true|false|null|undefined|None|truthy|visible|-?\d{1,4})$/.test(text)
  );
}
