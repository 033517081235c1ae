/** True if only branches of `onlyOn` had the cause. Otherwise it is over on the other branches and open on these. */
export function isOnlyOn({
  onlyOn,
  branches,
}: {
  onlyOn: readonly string[];
  branches: readonly string[];
}): boolean {
  return branches.every((branch) => onlyOn.includes(branch));
}
