import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of pages, in reading order. */
const PARTS: [folder: string, heading: string][] = [
  ['start', 'Start'],
  ['send', 'Send results'],
  ['read', 'Read results'],
  ['recipes', 'Recipes'],
  ['operate', 'Operate'],
  ['trust', 'Trust'],
  ['project', 'The project'],
  ['.', 'More'],
];

const INTRODUCTION = `# svc

> Self-hosted test-results service: reporters send what CI tested, and svc answers what ran, what broke, what is flaky
> and what changed, in a dashboard, over a REST API, with the \`svc\` command and over MCP.
`;

/** `docs/llms.txt`: every page with its address and description, in the form of llmstxt.org. */
export function renderLlmsTxt(docs: string): string {
  const parts = listParts(docs).map(
    ({ heading, files }) =>
      `## ${heading}\n\n${files.map((file) => renderPage(file, readPage(docs, file))).join('\n')}\n`,
  );
  return [INTRODUCTION, ...parts].join('\n');
}

/** `llms-full.txt`: the text of every page, each after its address. */
export function renderLlmsFullTxt(docs: string): string {
  const pages = listParts(docs).flatMap(({ files }) =>
    files.map((file) => [file, readPage(docs, file)]),
  );
  return [
    INTRODUCTION,
    ...pages.map(([file = '', page = '']) => {
      const [front, text] = splitFront(page);
      return `# ${readField(front, 'title') ?? file}\n\nSource: ${file}\n\n${text.trim()}\n`;
    }),
  ].join('\n');
}

function listParts(docs: string): { heading: string; files: string[] }[] {
  return PARTS.map(([folder, heading]) => ({
    heading,
    files: globSync(folder === '.' ? '*.md' : `${folder}/**/*.md`, { cwd: docs }).toSorted(
      indexFirst,
    ),
  })).filter(({ files }) => files.length > 0);
}

function readPage(docs: string, file: string): string {
  return readFileSync(join(docs, file), 'utf8');
}

function indexFirst(left: string, right: string): number {
  return Number(isIndex(right)) - Number(isIndex(left)) || (left < right ? -1 : 1);
}

function isIndex(file: string): boolean {
  return file.endsWith('index.md');
}

function renderPage(file: string, page: string): string {
  const [front] = splitFront(page);
  const description = readField(front, 'description');
  return `- [${readField(front, 'title') ?? file}](${file})${description === undefined ? '' : `: ${description}`}`;
}

function splitFront(page: string): [front: string, text: string] {
  const [, front = '', text = page] = /^---\n([^]*?)\n---\n([^]*)$/.exec(page) ?? [];
  return [front, text];
}

function readField(front: string, field: string): string | undefined {
  const value = new RegExp(`^${field}: (.+)$`, 'm').exec(front)?.[1];
  return value?.replace(/^(['"])(.*)\1$/, '$2');
}
