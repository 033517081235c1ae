// The face of this room: what other rooms may use of it.
export { checkBackup } from './check-backup.ts';
export { deleteOldBackups } from './delete-old-backups.ts';
export { makeBackup, type BackupReport } from './make-backup.ts';
export { findBackup, readManifest, type Manifest } from './manifest.ts';
export type { OnProgress } from './row-files.ts';
export { restoreBackup } from './restore-backup.ts';
