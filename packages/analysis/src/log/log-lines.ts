/** Longer logs are refused by the contract; here they are cut from their middle. */
export const LOG_CHARACTERS = 5 * 1_024 * 1_024;
const LINE_CHARACTERS = 2_000;

/** The lines of a log, each cut. */
export function splitLogLines(log: string): string[] {
  const text =
    log.length <= LOG_CHARACTERS
      ? log
      : `${log.slice(0, LOG_CHARACTERS / 2)}\n${log.slice(-LOG_CHARACTERS / 2)}`;
  const lines: string[] = [];
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    lines.push(text.slice(from, Math.min(to, from + LINE_CHARACTERS)));
    from = to + 1;
  }
  return lines;
}

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-?]{0,32}[ -/]{0,4}[@-~]|\u001b\][^\u0007]{0,200}\u0007/g;
const STAMP = /^(?:[^\t]{1,100}\t[^\t]{1,100}\t)?\uFEFF?\d{4}-\d\d-\d\dT[\d:.]{8,18}Z ?/;

/** A line without colours, and without the job, the step and the time before it. */
export function stripStamp(line: string): string {
  const plain = line.includes('\u001b') ? line.replaceAll(COLOURS, '') : line;
  return plain.startsWith('2') || plain.includes('\t') ? plain.replace(STAMP, '') : plain;
}

/** A line as a person reads it. */
export function formatLogLine(line: string): string {
  const plain = line.replaceAll(COLOURS, '').replace(STAMP, '');
  // A progress bar writes its line again and again: the last text stays.
  const last = plain.trimEnd().split('\r').at(-1) ?? '';
  return last.trimEnd().toWellFormed();
}
