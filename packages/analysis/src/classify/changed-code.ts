import type { Frame, Frames } from './frames.ts';

/** The files that a change touches, as paths relative to the repository's root. */
export type ChangedFiles = ReadonlySet<string>;

/** The frame in a changed file that is next to the error, and in no test; null without. */
export function findChangedFrame(frames: Frames, changed: ChangedFiles): Frame | null {
  if (changed.size === 0) return null;
  return (
    frames.own.find(
      ({ isTestFile, path, file }) =>
        !isTestFile &&
        (isChanged(path, changed) || isChanged(file, changed) || isChangedClass(path, changed)),
    ) ?? null
  );
}

/** A stack of Java has packages, and no folders before them. */
function isChangedClass(path: string, changed: ChangedFiles): boolean {
  if (!/\.(?:java|kt|scala|groovy)$/.test(path) || !path.includes('/')) return false;
  for (const one of changed) if (one.endsWith(`/${path}`)) return true;
  return false;
}

/** Whether a path is one of the changed files. For an absolute path, its end with at least one folder must match. */
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
