export type Shell = 'bash' | 'powershell';

export const SHELLS: readonly { value: Shell; label: string }[] = [
  { value: 'bash', label: 'bash, zsh' },
  { value: 'powershell', label: 'PowerShell' },
];

/** The shell that people of this browser's system use most. */
export function guessShell(userAgent: string): Shell {
  return /\bWindows\b/.test(userAgent) ? 'powershell' : 'bash';
}

/** The command that sets environment variables for the commands that follow it. Values must need no quotes. */
export function buildSetCommand(shell: Shell, variables: Record<string, string>): string {
  const entries = Object.entries(variables);
  return shell === 'bash'
    ? `export ${entries.map(([name, value]) => `${name}=${value}`).join(' ')}`
    : entries.map(([name, value]) => `$env:${name} = '${value}'`).join('; ');
}
