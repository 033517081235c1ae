/** Text in a paragraph or cell of Markdown. Escapes formatting, links, HTML, mentions and references. */
export function escapeMarkdown(text: string): string {
  return escapeMarkdownSummary(withoutFormatting(text));
}

/** Text in an HTML element, where Markdown is not read: only HTML and what forges make links of are escaped. */
export function escapeMarkdownSummary(text: string): string {
  return withoutReferences(withoutHtml(text));
}

// Before the entities, which contain a number sign.
function withoutFormatting(text: string): string {
  return text.replaceAll(/[\\`*_[\]|~#]/g, String.raw`\$&`);
}

function withoutHtml(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/**
 * Forges look for references, mentions, addresses and emoji in the rendered text, where an entity of a sign is the sign
 * itself. Only a zero-width space behind it ends them. A reference would note the text in another issue.
 */
function withoutReferences(text: string): string {
  return withoutMentions(
    text
      .replaceAll(/([#!]|\bGH-)(?=\d)/gi, '$1&#8203;')
      .replaceAll('://', ':&#8203;//')
      .replaceAll(/\b(www)\./gi, '$1&#8203;.'),
  );
}

function withoutMentions(text: string): string {
  return (
    text
      .replaceAll(/@(?=\w)/g, '@&#8203;')
      // No name of an emoji is longer.
      .replaceAll(/:(?=(?:[a-z][\w+-]{0,60}|[+-]1|100|1234):)/gi, ':&#8203;')
  );
}

/** Inline code. Code spans have no escapes, so a backtick becomes an apostrophe. */
export function renderMarkdownInlineCode(text: string): string {
  return `\`${text
    .replaceAll('`', "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)}\``;
}

/** A command as inline code in a paragraph, with all of its characters. Spaces keep a backtick at its ends apart. */
export function renderMarkdownCommand(command: string): string {
  const line = command.replaceAll(/\s+/g, ' ');
  const runs = line.match(/`+/g) ?? [];
  if (runs.length === 0) return `\`${line}\``;
  const ticks = '`'.repeat(Math.max(...runs.map((run) => run.length)) + 1);
  return `${ticks} ${line} ${ticks}`;
}

/** A code block with a fence that no line of the text can close. */
export function renderMarkdownCode(text: string, language = ''): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}

export function renderMarkdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const rule = header.map((title) => (RIGHT_ALIGNED.has(title) ? '--:' : '---'));
  return [renderTableRow(header), renderTableRow(rule), ...rows.map(renderTableRow)].join('\n');
}

function renderTableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

const RIGHT_ALIGNED = new Set([
  '#',
  'before',
  'count',
  'executions',
  'failed',
  'flaky',
  'impact',
  'median time',
  'now',
  'pass rate',
  'passed',
  'rate',
  'runs',
  'score',
  'skipped',
  'sure',
  'tests',
  'time',
  'wasted',
  'weight',
]);

/** The text as a link if the address is a plain web address; otherwise only the text. */
export function renderMarkdownLink(text: string, url: string): string {
  if (!/^https?:\/\/[^\s()<>]+$/.test(url)) return escapeMarkdown(text);
  // A link's own text holds no further links.
  return `[${withoutMentions(withoutHtml(withoutFormatting(text)))}](${url})`;
}
