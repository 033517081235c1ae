import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Headings that describe a symptom, not a message. */
const SYMPTOMS = ['The dashboard is blank below a path', 'A list is behind', 'Nobody can sign in'];

it('has as headings only messages that the source contains', () => {
  const source = globSync('{apps,packages}/*/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${ROOT}${file}`, 'utf8'))
    .join('\n');
  const page = readFileSync(`${ROOT}docs/operate/troubleshooting.md`, 'utf8');
  const headings = Array.from(page.matchAll(/^### (.+)$/gm), ([, heading = '']) => heading);
  expect(headings.length).toBeGreaterThan(20);
  const unknown = headings
    .filter((heading) => !SYMPTOMS.includes(heading))
    .filter((heading) => !splitAtValues(heading).every((piece) => source.includes(piece)));
  expect(unknown).toEqual([]);
});

/** The pieces of a message between its values. */
function splitAtValues(heading: string): string[] {
  return heading
    .split('…')
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 1);
}
