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

/** `docs/llms.txt`: every page with its address and description, in the form of llmstxt.org. */
export function renderLlmsTxt(docs: string): string {
  const parts = PARTS.flatMap(([folder, heading]) => {
    const pages = globSync(folder === '.' ? '*.md' : `${folder}/**/*.md`, { cwd: docs })
      .toSorted(indexFirst)
      .map((file) => renderPage(file, readFileSync(join(docs, file), 'utf8')));
    return pages.length === 0 ? [] : [`## ${heading}\n\n${pages.join('\n')}`];
  });
  return `# svc

> Self-hosted test-results service: reporters send what CI tested, and svc answers what ran, what broke, what is flaky
> and what changed, in a dashboard, over a REST API, with the \`svc\` command and over MCP.

${parts.join('\n\n')}
`;
}

function indexFirst(left: string, right: string): number {
  return Number(isIndex(right)) - Number(isIndex(left)) || (left < right ? -1 : 1);
}

function isIndex(file: string): boolean {
  return file.endsWith('index.md');
}

function renderPage(file: string, text: string): string {
  const [, front = ''] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
  const title = readField(front, 'title') ?? /^# (.+)$/m.exec(text)?.[1] ?? file;
  const description = readField(front, 'description');
  return `- [${title}](${file})${description === undefined ? '' : `: ${description}`}`;
}

function readField(front: string, field: string): string | undefined {
  const value = new RegExp(`^${field}: (.+)$`, 'm').exec(front)?.[1];
  return value?.replace(/^(['"])(.*)\1$/, '$2');
}
