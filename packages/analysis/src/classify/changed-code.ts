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

/** Whether a path, which may be absolute, is one of the changed files. */
export function isChanged(path: string, changed: ChangedFiles): boolean {
  const plain = path.replaceAll('\\', '/');
  if (changed.has(plain)) return true;
  for (let at = plain.indexOf('/'); at !== -1; at = plain.indexOf('/', at + 1)) {
    if (changed.has(plain.slice(at + 1))) return true;
  }
  return false;
}
