import chromium from '@sparticuz/chromium';

/** The browser that comes as a package, which there is for Linux on x64; elsewhere Playwright's own. */
export async function browserPath(): Promise<string | undefined> {
  const isThere = process.platform === 'linux' && process.arch === 'x64';
  return isThere ? chromium.executablePath() : undefined;
}
