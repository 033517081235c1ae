import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { expect, it } from 'vitest';
import {
  EXPLAINED_MESSAGES,
  findExplainedMessage,
  locateExplanation,
} from '../../packages/contract/src/zod-free/troubleshooting.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Headings that describe a symptom, not a message. */
const SYMPTOMS = ['The dashboard is blank below a path', 'A list is behind', 'Nobody can sign in'];

it('explains exactly the messages that errors refer to', () => {
  const page = readFileSync(`${ROOT}docs/operate/troubleshooting.md`, 'utf8');
  const headings = Array.from(page.matchAll(/^### (.+)$/gm), ([, heading = '']) => heading);
  expect(headings.filter((heading) => !SYMPTOMS.includes(heading))).toEqual(EXPLAINED_MESSAGES);
});

it('explains only messages that the source contains', () => {
  const source = globSync('{apps,packages}/*/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/troubleshooting\.ts$/.test(file))
    .map((file) => readFileSync(`${ROOT}${file}`, 'utf8'))
    .join('\n');
  const unknown = EXPLAINED_MESSAGES.filter(
    (message) => !splitAtValues(message).every((piece) => source.includes(piece)),
  );
  expect(unknown).toEqual([]);
});

it.each(EXPLAINED_MESSAGES)('leads from a message to its heading: %s', (message) => {
  expect(findExplainedMessage(`svc: ${message.replaceAll('…', '4400')}.`)).toBe(message);
  const anchor = new GithubSlugger().slug(message);
  expect(locateExplanation(message)).toBe(`docs/operate/troubleshooting#${anchor}`);
});

/** The pieces of a message between its values. */
function splitAtValues(message: string): string[] {
  return message
    .split('…')
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 1);
}
