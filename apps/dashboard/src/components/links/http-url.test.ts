import { expect, it } from 'vitest';
import { parseHttpUrl } from './http-url.ts';

it('leads only to http and https', () => {
  expect(parseHttpUrl('https://ci.example/runs/1')).toBe('https://ci.example/runs/1');
  for (const address of [
    'javascript:alert(1)',
    ' JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//ci.example',
    '',
    null,
    undefined,
  ]) {
    expect(parseHttpUrl(address)).toBeNull();
  }
});
