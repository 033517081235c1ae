import { expect, it } from 'vitest';
import { joinFacts } from '../src/report-batch.ts';
import { ReportError } from '../src/report-error.ts';
import { recognizeFormat, FILE_FORMATS, type FileFormat } from '../src/report-format.ts';
import { readAll } from './read-all.ts';

const suite = (inside: string): string =>
  `<testsuite name="s"><testcase name="first"/>${inside}<testcase name="last"/></testsuite>`;

it.each([
  [
    'a DOCTYPE',
    '<!DOCTYPE html><testsuite/>',
    'it has a DOCTYPE, which is refused because it can define entities',
    1,
    1,
  ],
  [
    'entities of its own',
    '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><testsuite name="&c;"/>',
    'it has a DOCTYPE, which is refused because it can define entities',
    2,
    1,
  ],
  [
    'an entity that nobody knows',
    '<testsuite>\n<testcase name="&nope;"/></testsuite>',
    'it is no well-formed XML: undefined entity',
    2,
    23,
  ],
  [
    'an end in the middle',
    '<testsuite>\n<testcase name="a">',
    'it ends in the middle of <testcase>',
    2,
    20,
  ],
  [
    'no end tag',
    '<testsuite><a></testsuite>',
    'it is no well-formed XML: unexpected close tag',
    1,
    27,
  ],
  ['another root', '\n<html/>', 'its root element is <html>, which no JUnit report has', 2, 8],
  ['nothing', '', 'it is empty', 1, 1],
  ['no element', 'just words', 'it is no well-formed XML: text data outside of root node', 1, 11],
  ['deep nesting', '<testsuite>'.repeat(300), 'it is nested deeper than 200 elements', 1, 2212],
  [
    'deep nesting of suites',
    `<testsuite>${'<a>'.repeat(100_000)}`,
    'it is nested deeper than 200 elements',
    1,
    612,
  ],
])('refuses %s and says where', async (_, xml, message, line, column) => {
  const { error } = await readAll(xml);
  expect(error).toBeInstanceOf(ReportError);
  expect(error).toMatchObject({ message, line, column });
});

it.each([
  [
    'control characters',
    suite('<testcase name="a\u0000b\u0008c\u001b[31mred"/>'),
    'a\ufffdb\ufffdcred',
  ],
  [
    'references to them',
    suite('<testcase name="a&#0;b&#x1b;[31mred&#xFFFE;&#xD800;"/>'),
    'a\ufffdbred\ufffd\ufffd',
  ],
  [
    'markup in CDATA',
    suite(
      '<testcase name="a"><failure><![CDATA[</testcase>]]]]><![CDATA[>]]></failure></testcase>',
    ),
    'a',
  ],
  [
    'comments and instructions',
    suite('<!-- <testcase> --><?php "?><testcase name="a"/><!---->'),
    'a',
  ],
  ['quotes of either kind', suite(`<testcase name='"a>"'/>`), '"a>"'],
  [
    'prefixes',
    '<j:testsuite xmlns:j="x"><j:testcase name="first"/><j:testcase name="a"/><j:testcase name="last"/></j:testsuite>',
    'a',
  ],
])('reads on over %s, wherever a piece ends', async (_, xml, title) => {
  for (const chunkBytes of [1, 2, 3, 7, 16, 64 * 1024]) {
    const { results, error } = await readAll(xml, 'junit', chunkBytes);
    expect(error).toBeUndefined();
    expect(results.map(({ titlePath }) => titlePath[0])).toEqual(['first', title, 'last']);
  }
});

it.each([
  [
    'UTF-8 with a mark',
    new TextEncoder().encode('\ufeff<testsuite name="s"><testcase name="ü€😀"/></testsuite>'),
  ],
  [
    'UTF-16, little end first',
    utf16('\ufeff<testsuite name="s"><testcase name="ü€😀"/></testsuite>', true),
  ],
  [
    'UTF-16, big end first',
    utf16('\ufeff<testsuite name="s"><testcase name="ü€😀"/></testsuite>', false),
  ],
  ['UTF-16 without a mark', utf16('<testsuite name="s"><testcase name="ü€😀"/></testsuite>', true)],
])('reads %s', async (_, bytes) => {
  for (const chunkBytes of [1, 5, 64 * 1024]) {
    const { results, error } = await readAll(bytes, 'junit', chunkBytes);
    expect(error).toBeUndefined();
    expect(results.map(({ titlePath }) => titlePath)).toEqual([['ü€😀']]);
  }
});

it('reads the encoding that is declared, takes invalid bytes for U+FFFD, and refuses an unknown encoding', async () => {
  expect((await readAll(latin('ISO-8859-1'))).results[0]?.titlePath).toEqual(['ü']);
  expect((await readAll(latin('UTF-8'))).results[0]?.titlePath).toEqual(['\ufffd']);
  expect((await readAll(latin('EBCDIC-7'))).error).toMatchObject({
    message: "its encoding 'EBCDIC-7' is unknown",
  });
});

it('cuts what is huge in its middle, and counts lines all the same', async () => {
  const long = `begin\n${'x'.repeat(3_000_000)}\nend`;
  const xml = suite(
    `<testcase name="a"><failure message="${'m'.repeat(2_000_000)}">${long}</failure><system-out><![CDATA[${long}]]></system-out></testcase><!--${long}-->`,
  );
  const { results, error } = await readAll(`${xml}\n</oops>`);
  const attempt = results[1]?.attempts?.[0];
  const texts = [attempt?.errors?.[0]?.message, attempt?.errors?.[0]?.stack, attempt?.stdout];
  for (const text of texts) {
    expect(text).toMatch(/… \[\d+ characters cut by svc\] …/);
    expect(text?.length).toBeLessThan(1_000_000);
  }
  expect(attempt?.stdout).toMatch(/^begin\nx[\s\S]*x\nend\n$/);
  expect(results).toHaveLength(3);
  // Two lines each in the failure, the output and the comment.
  expect(error).toMatchObject({ line: 8 });
});

it('refuses a tag that would fill the memory', async () => {
  const attributes = Array.from({ length: 60 }, (_, index) => `a${index}="${'x'.repeat(400_000)}"`);
  const { error } = await readAll(suite(`<testcase ${attributes.join(' ')}/>`));
  expect(error).toMatchObject({ message: 'it has a tag of more than 16 MiB' });
});

it('reads more than 16 MiB of tags without a text between them', async () => {
  const tests = '<testcase name="a test with a longer name"/>'.repeat(500_000);
  const { results, error } = await readAll(`<testsuite name="s">${tests}</testsuite>`);
  expect(error).toBeUndefined();
  expect(results).toHaveLength(500_000);
});

it.each([
  ['line breaks', '\n'.repeat(400_000)],
  ['opening brackets', `at ${'('.repeat(400_000)}`],
  ['spaces', ' '.repeat(400_000)],
  ['escape sequences', '&#27;]'.repeat(100_000)],
  ['separators', 'a &gt; '.repeat(60_000)],
  ['words', 'Error: a.B'.repeat(50_000)],
])('takes no longer for texts of nothing but %s', async (_, text) => {
  const failure = `<failure message="${text}" type="${text}">- Expected\n+ Received${text}</failure>`;
  const inside = `<testcase name="${text}" classname="${text}">${failure}<system-out>${text}</system-out></testcase>`;
  for (const root of ['s', 'vitest tests', 'jest tests', 'Mocha Tests', 'pytest tests']) {
    const { error } = await readAll(`<testsuites name="${root}">${suite(inside)}</testsuites>`);
    expect(error).toBeUndefined();
  }
  const unloaded = `<testcase name="a" classname="Test suite failed to run"><failure>{${text}</failure></testcase>`;
  const listed = `<testcase name="a" classname="a.js"><failure>  [x] › a.js:1:1 › a\n\n${text}\n\n    ${text}</failure></testcase>`;
  for (const own of [
    `<testsuites name="jest tests">${suite(unloaded)}</testsuites>`,
    `<testsuites id=""><testsuite name="a.js" hostname="x">${listed}</testsuite></testsuites>`,
  ]) {
    expect((await readAll(own)).error).toBeUndefined();
  }
  const stacks = {
    title: 'a',
    failureMessages: [text],
    status: 'failed',
    errors: [{ message: text, stack: text }],
  };
  for (const format of ['vitest-json', 'jest-json'] as const) {
    const json = JSON.stringify({ testResults: [{ assertionResults: [stacks] }] });
    expect((await readAll(json, format)).error).toBeUndefined();
  }
  const spec = { specs: [{ title: text, tests: [{ results: [stacks] }] }] };
  expect(
    (await readAll(JSON.stringify({ suites: [spec] }), 'playwright-json')).error,
  ).toBeUndefined();
});

it('keeps what was read before a report breaks off', async () => {
  const { results, error } = await readAll('<testsuite><testcase name="a"/><testcase name="b"');
  expect(results.map(({ titlePath }) => titlePath)).toEqual([['a']]);
  expect(error).toBeInstanceOf(ReportError);
});

it.each([
  [
    'a list that is cut off',
    '{"testResults":[{"name":"a","assertionResults":[]},{"na',
    'it ends in the middle',
    1,
  ],
  ['no list', '{"numTotalTestSuites":1}', "it has no list 'testResults'", 1],
  ['no JSON', '{"testResults":[\n{"name":}]}', 'it is no JSON: Unexpected token', 2],
  ['an empty entry', '{"testResults":[{},,{}]}', 'it is no JSON: Unexpected end', 1],
])('refuses JSON with %s', async (_, json, message, line) => {
  for (const chunkBytes of [1, 7, 64 * 1024]) {
    const { error } = await readAll(json, 'vitest-json', chunkBytes);
    expect(error).toBeInstanceOf(ReportError);
    expect(error).toMatchObject({ message: expect.stringContaining(message), line });
  }
});

it.each(FILE_FORMATS)(
  'reads the same in any encoding and with any line breaks (%s)',
  async (format) => {
    const text = GOOD[format].replaceAll('m"', '\u00fc\u20ac"');
    const whole = await readAll(text, format);
    const encoded = [
      new TextEncoder().encode(`\ufeff${text}`),
      new TextEncoder().encode(text.replaceAll('\n', '\r\n')),
      utf16(`\ufeff${text}`, true),
      utf16(`\ufeff${text}`, false),
    ];
    for (const bytes of encoded) expect(await readAll(bytes, format)).toEqual(whole);
  },
);

it.each(FILE_FORMATS)('takes nesting of any depth (%s)', async (format) => {
  const openings = [
    '[',
    '{"a":',
    '{"suites":[',
    '{"elements":[',
    '<a>',
    '<test-suite>',
    'ok 1 - a {\n ',
  ];
  for (const opening of openings) {
    const { error } = await readAll(opening.repeat(50_000), format);
    expect(error).toBeInstanceOf(ReportError);
  }
});

it('keeps no more errors of a run than are sent', () => {
  const facts = { errors: Array.from({ length: 600 }, () => ({ message: 'm' })) };
  expect(joinFacts(facts, facts).errors).toHaveLength(1_000);
});

it('throws nothing but a ReportError, for any bytes', async () => {
  const random = seeded(7);
  for (let round = 0; round < 120 * FILE_FORMATS.length; round++) {
    const format = FILE_FORMATS[round % FILE_FORMATS.length] ?? 'junit';
    const bytes = new TextEncoder().encode(GOOD[format]);
    for (let change = 0; change < 1 + random() * 4; change++) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    const cut = bytes.subarray(0, Math.ceil(random() * bytes.length * 1.5));
    const { error } = await readAll(cut, format, 1 + Math.floor(random() * 40));
    if (error !== undefined) expect(error).toBeInstanceOf(ReportError);
    expect(() => recognizeFormat(new TextDecoder().decode(cut))).not.toThrow();
  }
});

it.each(FILE_FORMATS)(
  'recognizes and reads a good report, in pieces of any size (%s)',
  async (format) => {
    expect(recognizeFormat(GOOD[format])).toBe(format);
    const whole = await readAll(GOOD[format], format);
    expect(whole.error).toBeUndefined();
    expect(whole.results.length).toBeGreaterThan(0);
    for (const chunkBytes of [1, 7, 33]) {
      expect(await readAll(GOOD[format], format, chunkBytes)).toEqual(whole);
    }
  },
);

const JEST =
  '"testResults":[{"name":"a","assertionResults":[{"title":"b","status":"failed","failureMessages":["m"]}]}]';

const GOOD: Record<FileFormat, string> = {
  junit: suite(
    '<testcase name="a" time="1"><failure message="x">&lt;y<![CDATA[z]]></failure></testcase>',
  ),
  ctrf: '{"results":{"tool":{"name":"a"},"tests":[{"name":"a","status":"failed","message":"m"}]}}',
  'vitest-json': `{"numTotalTests":1,${JEST}}`,
  'jest-json': `{"numTotalTests":1,"wasInterrupted":false,${JEST}}`,
  'playwright-json':
    '{"config":{"rootDir":"/a"},"suites":[{"title":"a","specs":[{"title":"b","file":"c","tests":[{"results":[{"status":"failed","errors":[{"message":"m"}],"attachments":[{"body":"a"}]}]}]}]}],"errors":[],"stats":{}}',
  trx: '<TestRun><Results><UnitTestResult testId="1" testName="a" outcome="Failed"><Output><ErrorInfo><Message>m</Message></ErrorInfo></Output></UnitTestResult></Results><TestDefinitions><UnitTest id="1"><TestMethod className="b"/></UnitTest></TestDefinitions></TestRun>',
  nunit:
    '<test-run total="1"><test-suite type="TestFixture" name="b"><test-case name="a" fullname="b.a" classname="b" result="Failed"><failure><message>m</message></failure><output>o</output></test-case></test-suite></test-run>',
  'cucumber-json':
    '[{"uri":"a.feature","name":"f","elements":[{"keyword":"Scenario","name":"s","type":"scenario","steps":[{"keyword":"Given ","name":"x","result":{"status":"failed","error_message":"m","duration":1},"embeddings":[{"data":"YQ==","mime_type":"image/png"}]}]}]}]',
  'mocha-json':
    '{"stats":{"tests":2,"passes":1},"tests":[{"title":"a"},{"title":"b"}],"pending":[],"failures":[{"title":"b","fullTitle":"s b","file":"f.js","err":{"message":"m","stack":"Error: m"}}],"passes":[{"title":"a","fullTitle":"s a","file":"f.js","duration":1,"err":{}}]}',
  mochawesome:
    '{"stats":{"testsRegistered":1},"results":[{"title":"","fullFile":"f.js","beforeHooks":[],"afterHooks":[],"tests":[{"title":"a","state":"failed","err":{"message":"m"},"context":"\\"a.png\\""}],"suites":[]}]}',
  xunit:
    '<assemblies><assembly name="a.dll" total="1"><errors/><collection><test name="b.c" type="b" result="Fail"><failure><message>m</message></failure><attachments><attachment name="x">y</attachment></attachments></test></collection></assembly></assemblies>',
  'dart-json': lines(
    { protocolVersion: '0.1.1', type: 'start', time: 0 },
    { suite: { id: 0, platform: 'vm', path: 'a_test.dart' }, type: 'suite', time: 0 },
    { test: { id: 1, name: 'b', suiteID: 0, groupIDs: [], line: 3 }, type: 'testStart', time: 1 },
    { testID: 1, error: 'no', stackTrace: 'a_test.dart 3:1  main', type: 'error', time: 2 },
    { testID: 1, result: 'error', skipped: false, hidden: false, type: 'testDone', time: 3 },
    { success: false, type: 'done', time: 4 },
  ),
  tap: 'TAP version 13\n# Subtest: s\n    not ok 1 - a # b\n      ---\n      error: m\n      ...\n    ok 2 - c # SKIP d\n    1..2\nnot ok 1 - s\nok 2 - e {\n    ok 1 - f\n    1..1\n}\n1..2\n',
  'go-json': lines(
    { Action: 'run', Package: 'a', Test: 'TestB' },
    { Action: 'output', Package: 'a', Test: 'TestB', Output: '    a_test.go:1: no\n' },
    { Action: 'fail', Package: 'a', Test: 'TestB', Elapsed: 1 },
    { Action: 'fail', Package: 'a', Elapsed: 2 },
  ),
};

it.each(['ctrf', 'vitest-json', 'jest-json', 'playwright-json'] as const)(
  'takes JSON of other shapes without complaint (%s)',
  async (format) => {
    const lists = { testResults: ODD, suites: ODD, results: { tests: ODD } };
    const { error } = await readAll(
      JSON.stringify({ config: 7, ...lists, errors: 'x', stats: [] }),
      format,
    );
    expect(error).toBeUndefined();
  },
);

const ODD = [
  null,
  7,
  'text',
  [],
  {},
  { name: 7, assertionResults: {}, specs: 'x', tests: null, suites: [[]] },
  {
    assertionResults: [{ title: 7, failureMessages: [7], status: [] }],
    specs: [{ tests: [{ results: [{ errors: [{}] }] }] }],
  },
];

function lines(...records: object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function latin(encoding: string): Uint8Array {
  const xml = `<?xml version="1.0" encoding="${encoding}"?><testsuite><testcase name="\u00fc"/></testsuite>`;
  return Uint8Array.from(xml, (character) => character.charCodeAt(0));
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return bytes;
}

/** The same numbers from 0 to 1 in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
