import { describe, expect, it } from 'vitest';
import { findTestLines } from './test-lines.ts';

const SOURCE = `import { describe, expect, it, test } from 'vitest'; // test('in a comment', …)
/* Another comment:
test('in a long comment', () => {});
*/
const written = \`
test('in a template', () => {});
\${[1].map((count) => \`test('in it \${count}')\`).join('}')}
\`;
describe('cart', () => {
  test('adds up', () => { expect('a)').toMatch(/[/)]'/); });
  describe.skip("it's here", { timeout: 5 }, () => {
    test
      .skipIf(1 / 2 > 3 / 4)
      .concurrent(
        'adds up', async () => {});
  });
  it.each<[number, (a: number) => string]>([
    [1, String],
  ])('takes %i items', () => {});
  test.each\`a | b
    \${1} | \${2}\`('says $a', () => {});
  test.for([3])('has %i of a kind', (count) => {});
});
describe(Cart.name, () => { it('has a \\x6eame\\u0021', () => {}); });
for (const size of [1, 2]) test(\`is of size \${size}\`, () => {});
for (const name of ['any']) test(name, () => {});
for (const name of ['x']) test(\`\${name}\`, () => {});
for (const _ of [1, 2]) test('twice from one call', () => {});
test('twice', () => {});
test('twice', () => {});
test('in a comment', () => {});
/test('a', 1)/.test('a regular expression');
shared.test('of an object', () => {});
function helper() { test('by a helper', () => {}); }
describe('with helper', () => { helper(); });
`;

const LINES: [titlePath: string[], isEach: boolean | undefined, line: number | undefined][] = [
  [['cart', 'adds up'], false, 10],
  [['cart', "it's here", 'adds up'], false, 14],
  [['cart', 'takes 1 items'], true, 19],
  [['cart', 'takes 1 items'], false, undefined],
  [['cart', 'takes 2 items'], undefined, 19],
  [['cart', 'says 1'], true, 21],
  [['cart', 'has 3 of a kind'], false, 22],
  [['Cart', 'has a name!'], false, 24],
  [['is of size 2'], false, undefined],
  [['any'], false, undefined],
  [['x'], false, undefined],
  [['twice from one call'], false, undefined],
  [['twice from one call'], false, undefined],
  [['twice'], false, undefined],
  [['in a comment'], false, 31],
  [['in a long comment'], false, undefined],
  [['in a template'], false, undefined],
  [['a regular expression'], false, undefined],
  [['of an object'], false, undefined],
  [['with helper', 'by a helper'], false, undefined],
];

describe('testLines', () => {
  it('finds the line of each test that one call alone can have defined', () => {
    const tests = LINES.map(([titlePath, isEach]) => ({ titlePath, isEach }));
    const found = findTestLines(SOURCE, tests);
    expect(LINES.map(([path, isEach], index) => [path, isEach, found[index]])).toEqual(LINES);
  });

  it('takes a title with substitutions where nothing else in the suite is computed', () => {
    const source = 'for (const size of [1, 2]) {\n  test(`is of size ${size}`, () => {});\n}';
    const tests = ['is of size 1', 'is of size 2', 'is of a size'].map((title) => ({
      titlePath: [title],
      isEach: false,
    }));
    expect(findTestLines(source, tests)).toEqual([2, 2, undefined]);
  });

  it.each([
    ['a bracket too many', "test('a', () => {}));"],
    ['a bracket too few', "test('a', () => {};"],
    ['a text of an element with one quote', "test('a', () => <p>Don't</p>);"],
    ['a template without its end', "test('a', () => {}); `${"],
    ['an expression without its end', "test('a', () => {}); x = /a"],
  ])('says nothing of a source with %s', (_, source) => {
    expect(findTestLines(source, [{ titlePath: ['a'], isEach: false }])).toEqual([undefined]);
  });

  it('reads elements, divisions and generic types', () => {
    const source = `const half = total / 2; const type = <p>{half}/{total}</p>;
const list = <br/>;
test<Fixtures>('a', () => { return /"/.test('x') ? total! : rows[1] / 2; });`;
    expect(findTestLines(source, [{ titlePath: ['a'], isEach: false }])).toEqual([3]);
  });
});
