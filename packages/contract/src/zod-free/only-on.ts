/** Whether no branch but those of `onlyOn` had the cause; otherwise it is over on the others, and still on these. */
export function isOnlyOn({
  onlyOn,
  branches,
}: {
  onlyOn: readonly string[];
  branches: readonly string[];
}): boolean {
  return branches.every((branch) => onlyOn.includes(branch));
}
