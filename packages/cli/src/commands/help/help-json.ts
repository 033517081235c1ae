import { findNearest } from '@svc/contract/zod-free/nearest';
import { CommandError } from '../../errors/exit.ts';
import { wrapLabelledText } from '../../terminal/lines/labelled-lines.ts';
import { wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { toTerminalJson } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { JSON_DOCUMENTS, JSON_VERSION, type JsonDocument } from './documents.ts';

/** `svc help json`, and `svc help json executions show`: the JSON Schema of what the command prints with `--json`. */
export async function showJsonHelp(words: readonly string[]): Promise<Answer> {
  if (words.length === 0) {
    const commands = JSON_DOCUMENTS.map(({ command, text }) => ({ command, document: text }));
    return { data: { version: JSON_VERSION, commands }, text: formatOverviewLines };
  }
  const schema = await buildJsonSchema(pickDocument(words.join(' ')));
  return { data: schema, text: () => [toTerminalJson(schema)] };
}

/** JSON Schema 2020-12. Unknown fields are allowed, because fields may be added. */
export async function buildJsonSchema({ command, text, schema }: JsonDocument): Promise<object> {
  const [{ z }, document] = await Promise.all([import('zod'), schema()]);
  const { $schema, ...rest } = z.toJSONSchema(document, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema: shape }) => {
      delete shape.additionalProperties;
    },
  });
  const id = `urn:svc:json:${JSON_VERSION}:${command.replaceAll(' ', '-')}`;
  return { $schema, $id: id, title: `svc ${command} --json`, description: text, ...rest };
}

function pickDocument(command: string): JsonDocument {
  const found = JSON_DOCUMENTS.find((document) => document.command === command);
  if (found !== undefined) return found;
  const near = findNearest(
    command,
    JSON_DOCUMENTS.map((document) => document.command),
  );
  const remedy = near === undefined ? 'svc help json' : `svc help json ${near}`;
  throw new CommandError(`no schema for 'svc ${command}'`, remedy);
}

const RULES = [
  'stdout has one JSON document and nothing else. It is never coloured.',
  'Within a version, fields are only added: ignore those that you do not know.',
  'Times are ISO 8601 in UTC, durations are milliseconds, and rates are from 0 to 1. null means that there is none.',
  'Lists have items, as many as --limit says. If nextCursor is not null, there are more.',
  'An error prints no JSON: the exit status tells its kind (svc help exit-codes), and stderr has the problem and what to do.',
];

function formatOverviewLines({ columns, colors }: Look): string[] {
  const width = Math.max(...JSON_DOCUMENTS.map(({ command }) => command.length));
  return [
    colors.bold(`What svc prints with --json, version ${JSON_VERSION}`),
    '',
    ...RULES.flatMap((rule) => wrapText(`- ${rule}`, columns)),
    '',
    ...JSON_DOCUMENTS.flatMap(({ command, text }) =>
      wrapLabelledText(`  ${command.padEnd(width)}  `, text, columns, colors.bold),
    ),
    '',
    ...wrapText('The JSON Schema of one: svc help json executions show', columns),
  ];
}
