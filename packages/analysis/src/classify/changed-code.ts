import type { Frame, Frames } from './frames.ts';

/** The files that a change touches, as paths relative to the repository's root. */
export type ChangedFiles = ReadonlySet<string>;

/** The frame in a changed file of the product that is next to the error; null without. */
export function changedFrame(frames: Frames, changed: ChangedFiles): Frame | null {
  if (changed.size === 0) return null;
  return (
    frames.own.find(({ owner, path }) => owner === 'product' && isChanged(path, changed)) ?? null
  );
}

/** Whether a path is one of the changed files. Of an absolute path, its end must be, with a folder. */
export function isChanged(path: string, changed: ChangedFiles): boolean {
  const plain = path.replaceAll('\\', '/');
  if (changed.has(plain)) return true;
  if (!/^(?:\/|[A-Za-z]:)/.test(plain)) return false;
  for (let at = plain.indexOf('/'); at !== -1; at = plain.indexOf('/', at + 1)) {
    const end = plain.slice(at + 1);
    if (end.includes('/') && changed.has(end)) return true;
  }
  return false;
}
