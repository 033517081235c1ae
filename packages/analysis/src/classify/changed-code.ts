import type { Frames } from './frames.ts';

/** The frame in a changed file of the product that is next to the error; null without. */
export function changedFrame(
  frames: Frames,
  changedFiles: readonly string[] | undefined,
): string | null {
  if (changedFiles === undefined) return null;
  const found = frames.own.find(
    ({ owner, path }) => owner === 'product' && changedFiles.some((file) => isSameFile(path, file)),
  );
  return found?.line ?? null;
}

/** Whether the change at hand touches product code in the stack. */
export function touchesStack(frames: Frames, changedFiles: readonly string[] | undefined): boolean {
  return changedFrame(frames, changedFiles) !== null;
}

/** Whether a path of a stack, which may be absolute, is this file of the repository. */
export function isSameFile(path: string, file: string): boolean {
  const plain = path.replaceAll('\\', '/');
  return file !== '' && (plain === file || plain.endsWith(`/${file}`));
}
