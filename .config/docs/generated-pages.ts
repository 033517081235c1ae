import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, type FormatOptions } from 'oxfmt';
import { renderChangelogPage } from './changelog-page.ts';
import { renderConfigurationPage } from './configuration-page.ts';
import { renderCliPage } from './cli-page.ts';
import { renderEvents } from './events-section.ts';
import { renderOperations } from './operations-section.ts';
import { replaceSection } from './replace-section.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const DOCS = join(ROOT, 'docs');

export interface GeneratedPage {
  /** Below `docs`. */
  file: string;
  text: string;
}

/** Every page that comes from code, as it should be. `llms.txt` comes from all pages. */
export async function renderGeneratedPages(): Promise<GeneratedPage[]> {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const pages: GeneratedPage[] = [
    { file: 'read/cli.md', text: await renderCliPage() },
    { file: 'operate/configuration.md', text: renderConfigurationPage() },
    renderSection('read/api.md', 'operations', renderOperations()),
    renderSection('read/webhooks.md', 'events', renderEvents()),
    { file: 'project/changelog.md', text: renderChangelogPage(changelog) },
  ];
  return Promise.all(pages.map(formatPage));
}

/** A page that is written by hand, except one section. */
function renderSection(file: string, name: string, text: string): GeneratedPage {
  return { file, text: replaceSection(readFileSync(join(DOCS, file), 'utf8'), name, text) };
}

async function formatPage({ file, text }: GeneratedPage): Promise<GeneratedPage> {
  const options = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatOptions;
  const { code, errors } = await format(file, text, options);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  return { file, text: code };
}
