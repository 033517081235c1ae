const TITLE_CHARACTERS = 300;

/** The title of a quarantined test with its groups, as the audit log and errors name it. */
export function formatQuarantinedTitle(titlePath: readonly string[]): string {
  return titlePath.join(' › ').slice(0, TITLE_CHARACTERS);
}
