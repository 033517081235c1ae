import { expect } from 'vitest';

/** The received form of an error thrown at a line of a file. The frame is on top of its stack. */
export function errorAt(message: string, file: string, line: number): object {
  const pattern = message.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return {
    message,
    stack: expect.stringMatching(new RegExp(`^${pattern}\n    at .*${file}:${line}:`)),
    snippet: expect.stringMatching(new RegExp(`^> +${line} \\| `, 'm')),
    location: { file, line, column: expect.any(Number) },
  };
}
