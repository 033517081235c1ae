import {
  FACT_SEPARATOR,
  formatOmitted,
  type ListedTest,
  type Message,
  type Tone,
} from '../messages/message.ts';

/**
 * A message for a Teams workflow that starts when a webhook request is received. All texts are text runs, because
 * Teams reads Markdown in text blocks and facts, but not in text runs.
 * @see https://adaptivecards.io/explorer/TextRun.html
 */
export function buildTeamsBody(message: Message) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: buildCard(message),
      },
    ],
  };
}

function buildCard({ title, tone, facts, prose, tests, testsOmitted, link }: Message) {
  const omitted = formatOmitted(testsOmitted);
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    // The newest version that Teams for mobile shows completely.
    version: '1.4',
    fallbackText: title,
    msteams: { width: 'Full' },
    body: [
      buildParagraph(buildTextRun(title, { size: 'Large', weight: 'Bolder', color: COLORS[tone] })),
      ...(facts.length === 0
        ? []
        : [buildParagraph(buildTextRun(facts.join(FACT_SEPARATOR), SUBTLE))]),
      ...prose.map((line) => buildParagraph(buildTextRun(line))),
      ...tests.map(buildTestParagraph),
      ...(omitted === null ? [] : [buildParagraph(buildTextRun(omitted, SUBTLE))]),
    ],
    actions: [buildOpenUrlAction(link.url, link.label)],
  };
}

const COLORS: Record<Tone, string> = {
  pass: 'Good',
  fail: 'Attention',
  flaky: 'Warning',
  info: 'Default',
};

const SUBTLE = { isSubtle: true };

interface TextRun {
  type: 'TextRun';
  text: string;
  [property: string]: unknown;
}

function buildTextRun(text: string, looks: Record<string, unknown> = {}): TextRun {
  return { type: 'TextRun', text, ...looks };
}

function buildParagraph(...inlines: TextRun[]) {
  return { type: 'RichTextBlock', inlines, spacing: 'Small' };
}

function buildTestParagraph({ title, file, url }: ListedTest) {
  const name = buildTextRun(title, { selectAction: buildOpenUrlAction(url) });
  if (file === '') return buildParagraph(name);
  return buildParagraph(
    name,
    buildTextRun(FACT_SEPARATOR, SUBTLE),
    buildTextRun(file, { ...SUBTLE, fontType: 'Monospace' }),
  );
}

function buildOpenUrlAction(url: string, title?: string) {
  return { type: 'Action.OpenUrl', url, ...(title === undefined ? {} : { title }) };
}
