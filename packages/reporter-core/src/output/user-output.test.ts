import { describe, expect, it } from 'vitest';
import { type OutputChunk, joinStream, UserOutput } from './user-output.ts';

const MARKER = /\n… \[(\d+) characters cut by svc\] …\n/;
const MEGABYTE = 1024 * 1024;

describe('UserOutput', () => {
  it.each<[string, () => Iterable<string>]>([
    ['lines', () => pieces(200_000, (line) => `line ${line} ${'x'.repeat(1_000)}\n`)],
    ['large pieces', () => pieces(200, (line) => `line ${line} ${'x'.repeat(900_000)}\n`)],
    ['one huge piece', () => [`line 0 ${'x'.repeat(200_000_000)}\n`]],
  ])('keeps the beginning and the end of 200 MB in %s', (_, printed) => {
    const output = new UserOutput();
    let length = 0;
    for (const content of printed()) {
      print(output, content);
      length += content.length;
    }
    const text = joinStream(output.collectChunks('a test'), 'stdout') ?? '';
    expect(text.length).toBeLessThan(MEGABYTE);
    expect(text).toMatch(/^line 0 x/);
    expect(text).toMatch(/x\n$/);
    const marker = MARKER.exec(text);
    expect(text.length - (marker?.[0].length ?? 0) + Number(marker?.[1])).toBe(length);
  });

  it('does not change output within the limits', () => {
    const output = new UserOutput();
    // Every cut at an even index is in the middle of a surrogate pair.
    const text = `x${'😀'.repeat(150_000)}`;
    print(output, text);
    expect(joinStream(output.collectChunks('a test'), 'stdout')).toBe(text);
  });

  it('keeps a line of one stream, however much there is of the other', () => {
    const output = new UserOutput();
    print(output, 'x'.repeat(5 * MEGABYTE));
    print(output, 'careful', { type: 'stderr' });
    for (const content of pieces(100, () => 'x'.repeat(MEGABYTE))) print(output, content);
    expect(joinStream(output.collectChunks('a test'), 'stderr')).toBe('careful');
  });

  it('keeps little of each test once the run has printed very much, and makes room for others', () => {
    const output = new UserOutput();
    const sizeOf = (writer: string): number => {
      print(output, 'x'.repeat(MEGABYTE), { writer });
      return joinStream(output.collectChunks(writer), 'stdout')?.length ?? 0;
    };
    const sizes = Array.from({ length: 400 }, (_, index) => sizeOf(`test ${index}`));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(80 * MEGABYTE);
    expect(Math.min(...sizes)).toBeGreaterThan(10_000);
    expect(joinStream(output.collectChunks('test 399'), 'stdout')).toMatch(MARKER);
    for (let index = 0; index < 400; index++) output.forget(`test ${index}`);
    expect(sizeOf('a test')).toBe(sizes[0]);
  });
});

function* pieces(count: number, pieceOf: (index: number) => string): Generator<string> {
  for (let index = 0; index < count; index++) yield pieceOf(index);
}

function print(
  output: UserOutput,
  content: string,
  { type = 'stdout', writer = 'a test' }: { type?: OutputChunk['type']; writer?: string } = {},
): void {
  output.add(writer, { type, content, time: 0 });
}
