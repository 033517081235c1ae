import { spawn } from 'node:child_process';

export interface BrowserFacts {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  isTerminal: boolean;
}

/**
 * Whether this machine has a browser that its user sees: not over SSH, in CI, or without a graphical desktop.
 */
export function hasBrowser({ env, platform, isTerminal }: BrowserFacts): boolean {
  if (!isTerminal || env['CI']) return false;
  if (env['BROWSER']) return true;
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  if (platform === 'darwin' || platform === 'win32' || env['WSL_DISTRO_NAME']) return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens an address in the browser. Failures are silent: the address is also printed. */
export function openBrowser(url: string, { env, platform }: BrowserFacts): void {
  // No shell reads the address, but a browser's command would read a leading dash as an option.
  if (!/^https?:\/\//.test(url)) return;
  const [command, ...args] = buildOpenCommand({ env, platform });
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

function buildOpenCommand({
  env,
  platform,
}: Omit<BrowserFacts, 'isTerminal'>): [string, ...string[]] {
  const { BROWSER: browser } = env;
  // The convention allows several commands, and a %s for the address.
  if (browser && !/[:%]/.test(browser)) return [browser];
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
  if (env['WSL_DISTRO_NAME']) return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
