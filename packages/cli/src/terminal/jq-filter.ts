import { CommandError } from '../errors/exit.ts';
import { toTerminalText } from '@svc/reporter-core/text/terminal-text';

/**
 * What jq makes of a JSON document: a text without its quotation marks, everything else as JSON, a value a line. It is
 * jq itself, built for WebAssembly, so that nobody needs it on the machine.
 * @throws CommandError with jq's words for a filter that does not compile or fits no value.
 */
export async function filterWithJq(json: string, filter: string): Promise<string> {
  const { raw } = await import('jq-wasm');
  try {
    const text = await raw(json, filter, ['-r']);
    // A text of the document may hold what moves a terminal's cursor, and jq writes it as it is. Tabs are of @tsv.
    const safe = text.split('\t').map(toTerminalText).join('\t');
    return safe === '' || safe.endsWith('\n') ? safe : `${safe}\n`;
  } catch (error) {
    throw new CommandError(
      `the filter of --jq does not work: ${formatJqReason(error)}`,
      "see the document with --json; a filter looks like --jq '.items[].number'",
    );
  }
}

/** jq's first line, without what the wrapper writes in front. */
function formatJqReason(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error))
    .replace(/^Failed to execute raw query: /, '')
    .replace(/^jq: error(?: \(at [^)]*\))?:? ?/, '')
    .split('\n');
  return toTerminalText(line.trim().replace(/:$/, ''));
}
