import { STATUS_MARKS } from '@svc/analysis/text/status-marks';

/** The symbols of the text output. Each appears beside a word, so none is needed to understand it. */
export interface Glyphs {
  passed: string;
  failed: string;
  flaky: string;
  skipped: string;
  interrupted: string;
  timedOut: string;
  running: string;
  /** A failure that a change of the test heals. */
  healable: string;
  /** Between the parts of a title. */
  titleSeparator: string;
  /** Between facts on one line. */
  dot: string;
  /** Shown instead of an unimportant zero. */
  none: string;
  ellipsis: string;
  dash: string;
  /** More and less than before. */
  up: string;
  down: string;
  /** From one value to another. */
  arrow: string;
  /** How many times. */
  times: string;
  /** Bars of rising height, for small charts within a line. */
  levels: readonly string[];
  axis: { vertical: string; tick: string; corner: string; horizontal: string };
  barFull: string;
  barEmpty: string;
  spinner: readonly string[];
}

export const UNICODE_GLYPHS: Glyphs = {
  ...STATUS_MARKS,
  healable: '✎',
  titleSeparator: ' › ',
  dot: ' · ',
  none: '–',
  ellipsis: '…',
  dash: '–',
  up: '↑',
  down: '↓',
  arrow: '→',
  times: '×',
  levels: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  axis: { vertical: '│', tick: '┤', corner: '└', horizontal: '─' },
  barFull: '█',
  barEmpty: '░',
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
};

export const ASCII_GLYPHS: Glyphs = {
  passed: '+',
  failed: 'x',
  flaky: '~',
  skipped: 'o',
  interrupted: '!',
  timedOut: 't',
  running: '.',
  healable: '*',
  titleSeparator: ' > ',
  dot: ' - ',
  none: '-',
  ellipsis: '...',
  dash: '-',
  up: '^',
  down: 'v',
  arrow: '->',
  times: 'x',
  levels: ['_', '.', ':', '-', '=', '+', '*', '#'],
  axis: { vertical: '|', tick: '+', corner: '+', horizontal: '-' },
  barFull: '#',
  barEmpty: '.',
  spinner: ['|', '/', '-', '\\'],
};

/** ASCII if the locale is not UTF-8. Windows consoles that Node supports are always UTF-8. */
export function chooseGlyphs(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Glyphs {
  if (platform === 'win32') return UNICODE_GLYPHS;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return /utf-?8/i.test(locale) ? UNICODE_GLYPHS : ASCII_GLYPHS;
}
