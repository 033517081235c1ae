import { expect, it } from 'vitest';
import { buildSetCommand, guessShell } from './shell-commands.ts';

it('sets variables in each shell', () => {
  const variables = { SVC_URL: 'http://localhost:4500', SVC_API_KEY: 'svc_…' };
  expect([buildSetCommand('bash', variables), buildSetCommand('powershell', variables)]).toEqual([
    'export SVC_URL=http://localhost:4500 SVC_API_KEY=svc_…',
    "$env:SVC_URL = 'http://localhost:4500'; $env:SVC_API_KEY = 'svc_…'",
  ]);
});

it('begins with the shell of the system', () => {
  expect([
    guessShell('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36'),
    guessShell('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'),
    guessShell('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
  ]).toEqual(['powershell', 'bash', 'bash']);
});
