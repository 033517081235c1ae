import type { Whoami } from '@svc/contract/people/whoami';
import { wrapLabelledText } from '../../terminal/lines/labelled-lines.ts';
import { wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { formatCredential } from './whoami-text.ts';

export interface SignedInServer {
  whoami: Whoami;
  url: string;
  /** The context's. */
  name: string;
  path: string;
}

/** What `svc login` did; every text is safe for a terminal. */
export function formatLogin({ whoami, url, name, path }: SignedInServer, look: Look): string[] {
  const { columns, colors, glyphs, quiet } = look;
  const done = `${glyphs.passed} signed in to ${url}`;
  if (quiet) return wrapText(done, columns);
  return [
    ...wrapText(done, columns).map(colors.green),
    ...wrapLabelledText('  as       ', formatCredential(whoami), columns, colors.dim),
    ...wrapLabelledText('  context  ', `${name}, the current one`, columns, colors.dim),
    ...wrapLabelledText('  stored   ', path, columns, colors.dim),
  ];
}

/** The code of a sign-in with a browser, for a person who has this terminal before them. */
export function formatSignInCode(
  { url, userCode }: { url: string; userCode: string },
  { opens }: { opens: boolean },
): string[] {
  return [
    opens ? `Opening ${url} in the browser.` : `Open ${url} in a browser, on any machine.`,
    'Type this code there, and check what the page shows before you approve:',
    '',
    `    ${userCode}`,
    '',
  ];
}
