import { readFileSync, statSync } from 'node:fs';
import { isErrno } from '../text/unknown-value.ts';
import type { StackFrame } from './stack-frames.ts';

/**
 * The code around a frame: two lines before and after, with a mark at its line. Undefined if the file is gone, too
 * large or shorter than the line number. Each file is read once until `forgetSources`.
 */
export function readCodeSnippet({ file, line }: StackFrame): string | undefined {
  const lines = readCachedLines(file);
  if (lines === undefined || line < 1 || line > lines.length) return undefined;
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(lines.length, line + CONTEXT_LINES);
  const width = String(last).length;
  const shown = [];
  for (let number = first; number <= last; number++) {
    const text = lines[number - 1]?.slice(0, WIDEST).trimEnd() ?? '';
    const mark = number === line ? '>' : ' ';
    shown.push(`${mark} ${String(number).padStart(width)} | ${text}`.trimEnd());
  }
  return shown.join('\n');
}

const CONTEXT_LINES = 2;
const WIDEST = 300;
// Larger files are bundles, whose code is not readable.
const LARGEST_BYTES = 1024 * 1024;
const MOST_FILES = 200;

let cache = new Map<string, string[] | undefined>();

/** Call this at the end of a run. In watch mode, users edit the files before the next run. */
export function forgetSources(): void {
  cache = new Map();
}

function readCachedLines(file: string): string[] | undefined {
  if (cache.has(file)) return cache.get(file);
  if (cache.size >= MOST_FILES) cache = new Map();
  const lines = readLines(file);
  cache.set(file, lines);
  return lines;
}

function readLines(file: string): string[] | undefined {
  try {
    if (statSync(file).size > LARGEST_BYTES) return undefined;
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch (error) {
    // A virtual module, or a path of another machine in a merged report.
    if (isErrno(error)) return undefined;
    throw error;
  }
}
