/**
 * The URL of remote `origin` in the text of a git configuration file. If there is no `origin`, the URL of the first
 * remote; undefined without a remote. Supports quotes, blanks, escapes, comments and continuation lines.
 * @see https://git-scm.com/docs/git-config#_syntax
 */
export function parseRemoteUrl(config: string): string | undefined {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
    const section = /^\s*\[([^\]"]*)(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section !== null) {
      const isRemote = section[1]?.trim().toLowerCase() === 'remote';
      remote = isRemote ? section[2]?.replaceAll(/\\(.)/g, '$1') : undefined;
    }
    const setting = section === null ? line : line.slice(section[0].length);
    const value = /^\s*url\s*=\s*(.*)$/i.exec(setting)?.[1];
    // If a remote has several URLs, git fetches from the first.
    if (remote !== undefined && value !== undefined && !urls.has(remote)) {
      urls.set(remote, parseConfigValue(value));
    }
  }
  const [first] = urls.values();
  return urls.get('origin') ?? first;
}

/** Removes quotes, escapes and the trailing comment. */
function parseConfigValue(text: string): string {
  let value = '';
  let isQuoted = false;
  for (const [piece] of text.matchAll(/\\.|[^\\]/gs)) {
    if (piece === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (piece === '#' || piece === ';')) break;
    else if (piece.length > 1) value += ESCAPES[piece] ?? piece.slice(1);
    else value += piece;
  }
  return value.trim();
}

const ESCAPES: Record<string, string> = { '\\n': '\n', '\\t': '\t', '\\b': '\b' };
