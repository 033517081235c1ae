/** Whether the name is that of a spool file which nobody has claimed or put aside. */
export function isUnsentName(name: string): boolean {
  return name.endsWith('.json.gz') && !name.startsWith('.');
}

/** Whether the path is that of a spool file in any of its states. */
export function isSpoolName(path: string): boolean {
  return /\.json\.gz(?:\.sending-[0-9a-f]{8}|\.refused|\.corrupt)?$/.test(path);
}

export function isClaimedName(path: string): boolean {
  return CLAIM_SUFFIX.test(path);
}

/** The path that a spool file has, or had, while nobody has claimed it or put it aside. */
export function unclaimedPath(path: string): string {
  return path.replace(CLAIM_SUFFIX, '').replace(/\.(?:refused|corrupt)$/, '');
}

const CLAIM_SUFFIX = /\.sending-[0-9a-f]{8}$/;
