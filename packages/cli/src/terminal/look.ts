import pc from 'picocolors';
import { chooseGlyphs, type Glyphs } from './glyphs.ts';

export type Colors = ReturnType<typeof pc.createColors>;

/** How text is shown: width, colours, symbols, and the time that `ago` counts from. */
export interface Look {
  columns: number;
  colors: Colors;
  glyphs: Glyphs;
  /** The text as a link if the terminal supports links, otherwise only the text. */
  link: (text: string, url: string) => string;
  now: Date;
  /** Only the result: no heading, no hint. */
  quiet: boolean;
}

export interface LookFacts {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  stream: { isTTY?: boolean | undefined; columns?: number | undefined };
  noColor: boolean;
  quiet: boolean;
  now: Date;
  /** Whether the terminal supports OSC 8. */
  links: boolean;
}

export function lookFor(facts: LookFacts): Look {
  return {
    columns: computeColumns(facts),
    colors: pc.createColors(isColoured(facts)),
    glyphs: chooseGlyphs(facts.env, facts.platform),
    link: facts.links ? formatHyperlink : (text) => text,
    now: facts.now,
    quiet: facts.quiet,
  };
}

// Files and CI logs are read on wide pages, where a title cut to 80 columns could not be restored.
const COLUMNS_OF_NO_TERMINAL = 120;

function computeColumns({ env, stream }: LookFacts): number {
  if (stream.isTTY && stream.columns) return stream.columns;
  const stated = Number(env['COLUMNS']);
  if (Number.isInteger(stated) && stated > 0) return stated;
  return stream.isTTY ? 80 : COLUMNS_OF_NO_TERMINAL;
}

// CI systems whose logs show ANSI colours although they are not terminals.
const COLOURED_CI = [
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'CIRCLECI',
  'BUILDKITE',
  'TRAVIS',
  'DRONE',
  'GITEA_ACTIONS',
];

function isColoured({ env, stream, noColor }: LookFacts): boolean {
  if (noColor || env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (stream.isTTY) return env['TERM'] !== 'dumb';
  return COLOURED_CI.some((name) => Boolean(env[name]));
}

/** Links only plain web addresses: any other text could end the escape sequence. */
function formatHyperlink(text: string, url: string): string {
  if (!/^https?:\/\/[\u0021-\u007e]+$/.test(url)) return text;
  return `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
}
