import { expect, it } from 'vitest';
import { buildContentDisposition, addFileType } from './content-disposition.ts';

it.each([
  ['trace.zip', `filename="trace.zip"; filename*=UTF-8''trace.zip`],
  [`it's (1).png`, `filename="it's (1).png"; filename*=UTF-8''it%27s%20%281%29.png`],
  [
    'Übersicht 🎉.png',
    `filename="_bersicht _.png"; filename*=UTF-8''%C3%9Cbersicht%20%F0%9F%8E%89.png`,
  ],
  ['../../etc/passwd', `filename="__.._etc_passwd"; filename*=UTF-8''__.._etc_passwd`],
  ['C:\\temp\\a.txt', `filename="C__temp_a.txt"; filename*=UTF-8''C__temp_a.txt`],
  [
    'a\r\nSet-Cookie: x=1',
    `filename="a__Set-Cookie_ x=1"; filename*=UTF-8''a__Set-Cookie_%20x%3D1`,
  ],
  ['a";evil="b', `filename="a_;evil=_b"; filename*=UTF-8''a_%3Bevil%3D_b`],
  ['gpj.\u202Eexe', `filename="gpj._exe"; filename*=UTF-8''gpj._exe`],
  ['half \uD83D', `filename="half _"; filename*=UTF-8''half%20_`],
  ['100%.txt', `filename="100_.txt"; filename*=UTF-8''100%25.txt`],
  ['', `filename="artifact"; filename*=UTF-8''artifact`],
  ['   ', `filename="_"; filename*=UTF-8''_`],
])('names %j so that it is a file in this folder', (name, expected) => {
  expect(buildContentDisposition('attachment', name)).toBe(`attachment; ${expected}`);
});

it('shortens a long name in the middle, because its end is the file type', () => {
  const header = buildContentDisposition('inline', `${'ä'.repeat(60_000)}.webm`);
  expect(header).toMatch(/^inline; filename="_+\.webm"; filename\*=UTF-8''(?:%C3%A4)+%E2%80%A6/);
  expect(header.length).toBeLessThan(1_000);
});

it.each([
  ['trace', 'application/zip', 'trace.zip'],
  ['screenshot', 'IMAGE/PNG; x=1', 'screenshot.png'],
  ['v1.2 of the report', 'text/plain', 'v1.2 of the report.txt'],
  ['trace.zip', 'application/zip', 'trace.zip'],
  ['page.htm', 'text/html', 'page.htm'],
  ['state', 'application/x-own', 'state'],
])('names %j of type %s %j', (name, contentType, expected) => {
  expect(addFileType(name, contentType)).toBe(expected);
});
