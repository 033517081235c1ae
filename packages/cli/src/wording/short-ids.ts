import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';

/** The last 8 digits of an id. Its first digits are a time, which ids made together have in common. */
export function shortenId(id: string): string {
  return id.slice(-8);
}

/** Whether the text is the id, or 4 or more digits of its start or of its end, such as of the short id. */
export function isPartOfId(text: string, id: string): boolean {
  const typed = text.toLowerCase();
  if (typed.length < 4) return false;
  return id.startsWith(typed) || id.endsWith(typed) || shortenId(id).startsWith(typed);
}

export function isWholeId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** The first seven digits, as in git. */
export function shortenCommit(commit: string | undefined): string | undefined {
  return commit === undefined ? undefined : toTerminalLine(commit).slice(0, 7);
}
