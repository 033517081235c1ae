import { isRecord } from '@svc/contract/zod-free/is-record';
import { findNearestWord } from '../text/nearest-word.ts';
import type { ReporterOptions } from './options.ts';

/** Options of one framework's reporter in addition to `ReporterOptions`. */
export interface OwnOptions {
  names?: readonly string[];
  /** Whether the framework has added this option, and not the user. */
  isFrameworks?: (name: string) => boolean;
}

/** One sentence for each option that no reporter reads, in the order of the options. */
export function describeUnknownOptions(
  options: unknown,
  { names = [], isFrameworks = () => false }: OwnOptions = {},
): string[] {
  if (!isRecord(options)) return [];
  const known = [...OPTION_NAMES, ...names];
  return Object.keys(options)
    .filter((name) => options[name] !== undefined && !known.includes(name) && !isFrameworks(name))
    .map((name) => {
      const nearest = findNearestWord(name, known);
      const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
      return `Unknown option ${name.slice(0, MOST_CHARACTERS)}.${hint}`;
    });
}

const MOST_CHARACTERS = 80;

// A record instead of a list, so that the compiler finds a missing name.
const NAMES: Record<keyof ReporterOptions, true> = {
  apiKey: true,
  url: true,
  project: true,
  name: true,
  key: true,
  leg: true,
  tags: true,
  environment: true,
  enabled: true,
  uploadBudgetMs: true,
  redact: true,
  artifacts: true,
  maxArtifactSizeBytes: true,
  includeOutput: true,
  onUpload: true,
};

/** The options of every reporter. */
export const OPTION_NAMES = Object.keys(NAMES);
