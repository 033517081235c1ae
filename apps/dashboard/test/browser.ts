import chromium from '@sparticuz/chromium';
import type { LaunchOptions } from '@playwright/test';

/** The packaged browser exists only for Linux on x64; elsewhere Playwright's own is used. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/** How the tests start Chromium: with its security as users have it, but for the sandbox, which root cannot have. */
export const launchOptions: LaunchOptions = {
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  ...(isPackaged ? { executablePath: await chromium.executablePath() } : {}),
};
