import { fileURLToPath } from 'node:url';
import {
  SETTING_GROUPS,
  settingNotes,
  settings,
  type SettingNote,
} from '../../apps/server/src/settings.ts';

// Writes docs/operate/configuration.md from the settings that the server reads: `pnpm docs:pages`.

export const CONFIGURATION_PAGE = fileURLToPath(
  new URL('../../docs/operate/configuration.md', import.meta.url),
);

/** The package manager sets it. */
const NOT_A_SETTING = 'INIT_CWD';

const INTRODUCTION = `---
title: Configuration
description: Every setting of the server, with its default and the values that it accepts.
---

For the person who runs svc. This page is written from \`apps/server/src/settings.ts\` by \`pnpm docs:pages\`.

Settings are environment variables. \`svc-server\` and \`svc-admin\` read the same ones. An empty variable counts as not
set. A wrong value stops the start with one line that names the setting. A variable that begins with \`SVC_\` and is no
setting is ignored, with a line that names it and the setting that was probably meant. Changes need a restart.

Values of settings marked _secret_ never appear in an error.
`;

interface Setting extends SettingNote {
  name: string;
  accepts: string;
}

/** @throws Error naming a setting without a note. */
export function describeSettings(): Setting[] {
  return Object.entries(settings.shape)
    .filter(([name]) => name !== NOT_A_SETTING)
    .map(([name, schema]) => {
      const note = settingNotes.get(schema);
      if (note === undefined) throw new Error(`${name} has no note in apps/server/src/settings.ts`);
      return {
        name,
        accepts: describeAccepted(schema),
        ...note,
        default: describeDefault(schema, note),
      };
    });
}

export function renderConfigurationPage(): string {
  const all = describeSettings();
  const sections = SETTING_GROUPS.map((group) => {
    const rows = all
      .filter((setting) => setting.group === group)
      .map(({ name, secret, accepts, description, default: byDefault }) => [
        `\`${name}\`${secret === true ? ' (_secret_)' : ''}`,
        byDefault ?? '',
        `${description}${accepts === '' ? '' : ` Accepts ${accepts}.`}`,
      ]);
    return `## ${group}\n\n${formatTable([['setting', 'default', 'meaning'], ...rows])}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

/** The error of a value that no setting with a rule accepts names what it accepts. */
function describeAccepted(schema: { safeParse: (value: unknown) => unknown }): string {
  const { error } = schema.safeParse('\0') as { error?: { issues: { message: string }[] } };
  return (error?.issues[0]?.message ?? '')
    .replace(/^expected /, '')
    .replaceAll('|', String.raw`\|`);
}

function describeDefault(
  schema: { safeParse: (value: unknown) => unknown },
  note: SettingNote,
): string {
  if (note.default !== undefined) return note.default;
  const { data } = schema.safeParse(undefined) as { data?: unknown };
  return data === undefined
    ? 'not set'
    : `\`${typeof data === 'string' ? data : JSON.stringify(data)}\``;
}

function formatTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}
