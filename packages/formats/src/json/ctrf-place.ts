import type { TestPlace } from '../junit/junit-dialect.ts';
import { toText, toTexts, type JsonRecord } from './json-fields.ts';

/**
 * File, titles and variant of a test in a CTRF report. The format does not define the content of `name` and `suite`.
 * This handles what the reporters of Vitest, Jest, Mocha and Playwright write, then what the format's text suggests.
 */
export function buildCtrfPlace(test: JsonRecord, tool: string): TestPlace {
  const name = toText(test['name']) ?? '(no name)';
  const suites = splitSuites(test['suite']);
  const file = toText(test['filePath']) ?? suites[0] ?? 'unknown';
  const variant = toText(test['browser']);
  if (tool === 'vitest') return { file, titlePath: name.split(' > '), variant };
  if (tool === 'playwright' && suites.length > 1) {
    // Project, file, suites; the project has no name in a plain configuration.
    return { file, titlePath: [...suites.slice(2), name], variant: suites[0] || variant };
  }
  if (tool === 'jest') {
    // The file, then the suites; the name repeats the suites' titles.
    const outer = suites.slice(1);
    return { file, titlePath: [...outer, withoutPrefix(name, outer.join(' '))], variant };
  }
  const outer = suites.filter((suite) => !file.endsWith(suite));
  return { file, titlePath: [...outer, withoutPrefix(name, outer.join(' '))], variant };
}

/** A list, or its parts joined with ` > `. */
function splitSuites(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' > ') : toTexts(value);
}

function withoutPrefix(name: string, prefix: string): string {
  return prefix !== '' && name.startsWith(`${prefix} `) ? name.slice(prefix.length + 1) : name;
}
