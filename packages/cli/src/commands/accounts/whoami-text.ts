import { formatKeyBounds } from '@svc/analysis/text/key-bounds';
import type { Whoami } from '@svc/contract/people/whoami';
import { wrapLabelledText } from '../../terminal/lines/labelled-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { formatFullTime } from '@svc/analysis/text/times';

/** Who svc is on a server, and why; every text is safe for a terminal. */
export interface ShownWhoami {
  whoami: Whoami;
  url: string;
  /** Where the address and the credential came from: `SVC_URL`, `the context localhost:4400`. */
  urlFrom: string;
  credentialFrom: string;
  /** `svc_…a91c`; absent for a session. */
  keyHint: string | undefined;
}

export function formatWhoami(shown: ShownWhoami, look: Look): string[] {
  const { whoami, url, urlFrom, credentialFrom, keyHint } = shown;
  const { columns, colors } = look;
  const { limits, server, credential } = whoami;
  const hint = keyHint === undefined ? '' : `${keyHint}, `;
  const facts: [label: string, text: string][] = [
    ['server', `${url} (svc ${server.version}), from ${urlFrom}`],
    [credential.kind === 'session' ? 'session' : 'key', `${hint}from ${credentialFrom}`],
    ...formatBoundLine(credential),
    ['limits', `${limits.readsPerMinute} reads and ${limits.writesPerMinute} writes a minute`],
    [
      'expires',
      credential.expiresAt === null
        ? 'never'
        : `${formatFullTime(credential.expiresAt)}${credential.kind === 'session' ? ', later with each day of use' : ''}`,
    ],
  ];
  return [
    ...wrapLabelledText('', formatCredential(whoami), columns).map(colors.bold),
    ...facts.flatMap(([label, text]) =>
      wrapLabelledText(`  ${label.padEnd(7)}  `, text, columns, colors.dim),
    ),
  ];
}

function formatBoundLine({ bounds }: Whoami['credential']): [label: string, text: string][] {
  const facts = formatKeyBounds(bounds);
  return facts.length === 0 ? [] : [['bound', facts.join(', ')]];
}

/** `a@b.example, owner of Default`, `key CI (scope ingest) of Default`. */
export function formatCredential({ credential, organization }: Whoami): string {
  const { kind, name, role, scope } = credential;
  return kind === 'session'
    ? `${name}, ${role} of ${organization.name}`
    : `key ${name} (scope ${scope ?? 'full'}) of ${organization.name}`;
}
