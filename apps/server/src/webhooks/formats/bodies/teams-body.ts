import {
  FACT_SEPARATOR,
  omittedText,
  type ListedTest,
  type Message,
  type Tone,
} from '../messages/message.ts';

/**
 * A message for a Teams workflow that starts when a webhook request is received. All texts are text runs, because
 * Teams reads Markdown in text blocks and facts, but not in text runs.
 * @see https://adaptivecards.io/explorer/TextRun.html
 */
export function teamsBody(message: Message) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: cardOf(message),
      },
    ],
  };
}

function cardOf({ title, tone, facts, prose, tests, testsOmitted, link }: Message) {
  const omitted = omittedText(testsOmitted);
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    // The newest version that Teams for mobile shows completely.
    version: '1.4',
    fallbackText: title,
    msteams: { width: 'Full' },
    body: [
      paragraph(textRun(title, { size: 'Large', weight: 'Bolder', color: COLORS[tone] })),
      ...(facts.length === 0 ? [] : [paragraph(textRun(facts.join(FACT_SEPARATOR), SUBTLE))]),
      ...prose.map((line) => paragraph(textRun(line))),
      ...tests.map(testParagraph),
      ...(omitted === null ? [] : [paragraph(textRun(omitted, SUBTLE))]),
    ],
    actions: [openUrl(link.url, link.label)],
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

function textRun(text: string, looks: Record<string, unknown> = {}): TextRun {
  return { type: 'TextRun', text, ...looks };
}

function paragraph(...inlines: TextRun[]) {
  return { type: 'RichTextBlock', inlines, spacing: 'Small' };
}

function testParagraph({ title, file, url }: ListedTest) {
  const name = textRun(title, { selectAction: openUrl(url) });
  if (file === '') return paragraph(name);
  return paragraph(
    name,
    textRun(FACT_SEPARATOR, SUBTLE),
    textRun(file, { ...SUBTLE, fontType: 'Monospace' }),
  );
}

function openUrl(url: string, title?: string) {
  return { type: 'Action.OpenUrl', url, ...(title === undefined ? {} : { title }) };
}
