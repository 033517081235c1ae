/**
 * Whether a key with these patterns may upload from the branch; null: without a branch. In a pattern, `*` matches any
 * text, also with slashes and an empty one. A pattern that begins with `!` excludes. If all patterns exclude, all other
 * branches are allowed, and an upload without a branch too.
 */
export function isBranchAllowed(patterns: readonly string[], branch: string | null): boolean {
  const excluding = patterns.filter(isExcluding).map((pattern) => pattern.slice(1));
  const including = patterns.filter((pattern) => !isExcluding(pattern));
  if (branch === null) return including.length === 0;
  const isIncluded = including.length === 0 || including.some((one) => isPatternMatch(one, branch));
  return isIncluded && !excluding.some((one) => isPatternMatch(one, branch));
}

function isExcluding(pattern: string): boolean {
  return pattern.startsWith('!');
}

/** Searches the pieces between the `*` one after the other. A regular expression with many `*` would backtrack. */
function isPatternMatch(pattern: string, text: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let end = first.length;
  for (const piece of pieces) {
    const start = text.indexOf(piece, end);
    if (start === -1) return false;
    end = start + piece.length;
  }
  return end + last.length <= text.length;
}
