/** The values that an assertion compared, as its message shows them. */
export interface Values {
  expected: string;
  actual: string;
  /** Both in the message. */
  quote: string;
}

// Each with the groups `e` and `a`.
const FORMS: readonly RegExp[] = [
  /Expected value to (?:equal|be)[^\n]{0,40}:\n\s{0,12}(?<e>\S[^\n]{0,400})\n\s{0,12}Received:\n\s{0,12}(?<a>\S[^\n]{0,400})/,
  /- Expected {1,8}(?<e>["'\d[{][^\n]{0,400})\n\s{0,8}\+ Received {1,8}(?<a>["'\d[{][^\n]{0,400})/,
  // A diff with one line on each side.
  /(?:^|\n)\s{0,8}- {1,8}(?!Expected\b|expected\b|Snapshot\b)(?<e>\S[^\n]{0,400})\n\s{0,8}\+ {1,8}(?!Received\b|actual\b)(?<a>\S[^\n]{0,400})(?=\n(?!\s{0,8}[-+] )|$)/,
  /left: {1,8}`?(?<a>[^\n]{1,300}?)`?,?\n\s{0,20}right: {1,8}`?(?<e>[^\n]{1,300}?)`?(?:\n|$)/,
  /Expected(?: string| value| substring| pattern| length| number of calls)?: {0,8}(?<e>\S[^\n]{0,400})\n\s{0,20}(?:[-•] )?Received(?: string| value| length| number of calls)?: {0,8}(?<a>\S[^\n]{0,400})/,
  /Expected: {1,8}(?<e>\S{1,80}) {1,8}Received: {1,8}(?<a>\S{1,80})/,
  /expected:? ?<(?<e>[^\n]{0,300}?)> but was:? ?<(?<a>[^\n]{0,300}?)>/,
  /expected (?<a>[^\n]{1,400}?) to (?:strictly |deeply |loosely )?(?:be|equal|eql|match|include|contain|start with|have a length of|have length)(?: to)? (?<e>[^\n]{1,400}?)(?: \/\/ [^\n]{0,40}| but got (?:\S{1,40}))?(?:\n|$)/i,
  /expected:? [`'"]?(?<e>[^\n`'"]{1,200})[`'"]?,? (?:but |and )?(?:got|received|was|found):? [`'"]?(?<a>[^\n]{1,200})/i,
  /expected status(?: code)? (?<e>\d{3}),? (?:but )?(?:got|was|received) (?<a>\d{3})/i,
  /(?:^|: |\n)(?<a>'[^'\n]{0,300}'|"[^"\n]{0,300}"|-?[\d.]{1,30}|\w{1,30}) (?:==|===|!==|!=) (?<e>'[^'\n]{0,300}'|"[^"\n]{0,300}"|-?[\d.]{1,30}|\w{1,30})(?:\n|$)/,
  /assert (?<a>[^\n=<>]{1,200}) == (?<e>[^\n]{1,200})/,
  /Failed asserting that (?<a>[^\n]{1,200}) (?:matches expected|is identical to|equals) (?<e>[^\n]{1,200})/,
  /\bwant(?:ed)?:? (?<e>[^\n,]{1,200})[,\n] {0,8}got:? (?<a>[^\n]{1,200})/i,
  /\bgot:? (?<a>[^\n,]{1,200}?)[,;\n] {0,8}(?:want(?:ed)?|expected):? (?<e>[^\n]{1,200})/i,
];

/** The two values of the first form that the message has. */
export function findComparedValues(message: string): Values | null {
  for (const form of FORMS) {
    const found = form.exec(message);
    if (found?.groups === undefined) continue;
    const { e = '', a = '' } = found.groups;
    return {
      expected: withoutComma(e),
      actual: withoutComma(a),
      quote: found[0].replaceAll(/\s+/g, ' ').trim().slice(0, 160),
    };
  }
  return null;
}

// Only an assertion compares: the same words in any other error are the machine's own.
const ASSERTION =
  /Assert(?:ion)?(?:Failed)?(?:Error|Exception)|\bexpect\(|\bassert(?:_\w{1,40})? |[Ee]xpected[^\n]{0,400}\b(?:to|but|got|received)\b|\bExpected[^\n:]{0,40}:|Failed asserting/;
const COMPARED =
  /'[^'\n]{0,400}'|"[^"\n]{0,400}"|`[^`\n]{0,400}`|<[^>\n]{0,400}>|^\s{0,12}[-+] [^\n]{0,400}|^E? {0,8}\+ {1,4}where [^\n]{0,400}|(?<=(?:Expected|Received)[^:\n]{0,30}:)[^\n]{0,400}/gm;

// Page content that testing-library prints.
const PAGE = /<body\b/;

/** A text with blanks for what its assertion compared, equally long. The text itself if it holds no assertion. */
export function withoutValues(message: string, values: Values | null): string {
  const page = message.search(PAGE);
  if (page !== -1) {
    return withoutValues(message.slice(0, page), values) + toBlanks(message.slice(page));
  }
  if (!ASSERTION.test(message)) return message;
  const blanked = message.replaceAll(COMPARED, toBlanks);
  if (values === null) return blanked;
  return [values.expected, values.actual].reduce(
    (text, value) => (value.length < 3 ? text : text.replaceAll(value, toBlanks)),
    blanked,
  );
}

function toBlanks(text: string): string {
  return ' '.repeat(text.length);
}

/** A line of a structure ends in a comma that is not part of its value. */
function withoutComma(text: string): string {
  return text.trim().replace(/,$/, '');
}

/** How alike two texts are, from 0 to 1: the share of pairs of letters that both have (Dice). */
export function computeLikeness(left: string, right: string): number {
  const [first, second] = [collectLetterPairs(left), collectLetterPairs(right)];
  if (first.size === 0 || second.size === 0) return 0;
  let both = 0;
  for (const pair of first) if (second.has(pair)) both += 1;
  return (2 * both) / (first.size + second.size);
}

function collectLetterPairs(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2).toLowerCase());
  return pairs;
}
