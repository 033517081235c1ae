import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../../test/browser.ts';
import { makeApp, type TestApp } from '../../../test/app.ts';

let test: TestApp;
let browser: Browser;
let address: string;

beforeAll(async () => {
  test = await makeApp();
  await test.listen();
  address = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await test.close();
});

it('forbids framing of the page, and runs only its own scripts', async () => {
  const { headers } = await test.app.inject('/api/docs/');

  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'self'; script-src 'self' 'sha256-[\w+/]{43}='; .*frame-ancestors 'none'$/,
  );
});

it('forbids framing of the redirect to the page too', async () => {
  const { statusCode, headers } = await test.app.inject('/api/docs');
  expect(statusCode).toBe(301);
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'self'; .*frame-ancestors 'none'$/,
  );
});

it('describes the API without requests to other hosts, and without buttons of a third party', async () => {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  const asked = new Set<string>();
  const refused: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.add(new URL(request.url()).origin);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.goto(`${address}/api/docs/`);
  await page.getByText('List what needs attention now').first().waitFor();
  // The statuses are a table of Markdown.
  await page.getByRole('cell', { name: 'The rate limit is reached' }).first().waitFor();
  const documentation = page.getByRole('link', { name: 'The documentation of svc' }).first();
  expect(await documentation.getAttribute('href')).toMatch(/^http.*\/docs\/$/);

  expect(await visibleTexts(page)).not.toMatch(
    /Ask AI|MCP|Developer Tools|Deploy|Powered by|Open API Client|No authentication selected/i,
  );
  expect(await visibleTexts(page)).toContain('Bearer Token');

  await page.getByRole('button', { name: 'Test Request' }).first().click();
  const answered = page.waitForResponse(`${address}/api/attention`);
  await page.getByRole('button', { name: /^Send/ }).first().click();
  expect((await answered).status()).toBe(401);
  expect(await visibleTexts(page)).not.toMatch(/scalar|Open API Client/i);
  expect([...asked]).toEqual([address]);
  expect(refused).toEqual([]);
  await page.close();
});

function visibleTexts(page: Page): Promise<string> {
  return page.locator('body').innerText();
}
