/** A backup or a restore that cannot go on, in one sentence for the operator that says what to do. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

const UNUSABLE = new Set(['EACCES', 'EEXIST', 'ENAMETOOLONG', 'ENOTDIR', 'EPERM', 'EROFS']);

/** Turns a full or unwritable disk into a sentence. Other errors stay as they are. */
export function explainDiskError(error: unknown, folder: string, then: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new BackupError(`The disk of ${folder} is full. Free space and ${then}.`, {
      cause: error,
    });
  }
  if (UNUSABLE.has(code ?? '') || (code === 'ENOENT' && syscall === 'mkdir')) {
    return new BackupError(
      `${folder} is not a folder that this user may write (${code}). Name another one.`,
      { cause: error },
    );
  }
  return error;
}
