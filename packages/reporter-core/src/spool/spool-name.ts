/** Whether this is the name of a spool file that is neither claimed nor put aside. */
export function isUnsentName(name: string): boolean {
  return name.endsWith('.json.gz') && !name.startsWith('.');
}

/** Whether this is the name of a run that the server refused. */
export function isRefusedName(name: string): boolean {
  return name.endsWith('.json.gz.refused') && !name.startsWith('.');
}

/** Whether this is the path of a spool file in any state. */
export function isSpoolName(path: string): boolean {
  return /\.json\.gz(?:\.sending-[0-9a-f]{8}|\.refused|\.corrupt)?$/.test(path);
}

/** Whether this is a name as `writeSpool` gives it, in any state. Others may call a file `report.json.gz`. */
export function isGivenName(path: string): boolean {
  return /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f]{8}\.json\.gz[^/\\]*$/.test(path);
}

export function isClaimedName(path: string): boolean {
  return CLAIM_SUFFIX.test(path);
}

/** The path of a spool file without the suffix of its state. */
export function toUnclaimedPath(path: string): string {
  return path.replace(CLAIM_SUFFIX, '').replace(/\.(?:refused|corrupt)$/, '');
}

const CLAIM_SUFFIX = /\.sending-[0-9a-f]{8}$/;
