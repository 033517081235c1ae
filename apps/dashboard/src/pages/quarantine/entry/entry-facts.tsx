import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { ReactNode } from 'react';
import { parseHttpUrl } from '../../../components/links/http-url.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatUntil } from '../../../components/quarantine/entry-words.ts';
import { TimeAgo } from '../../../components/text/time.tsx';

/** Why the entry exists, who made it, and how long it lasts. */
export function EntryFacts({ entry }: { entry: QuarantineEntry }) {
  const { reason, owner, project, variant, createdBy, createdAt, expiresAt } = entry;
  return (
    <Panel title="Entry">
      <dl className="pad entry-facts">
        <Fact name="Reason">
          <Reason text={reason} />
        </Fact>
        <Fact name="Owner">
          {owner === null ? <span className="dim">–</span> : <bdi>{owner}</bdi>}
        </Fact>
        <Fact name="Until">
          {formatUntil(new Date(expiresAt))} (<TimeAgo at={expiresAt} />)
        </Fact>
        <Fact name="Created">
          <TimeAgo at={createdAt} />
          {createdBy !== null && (
            <>
              {' '}
              by <bdi>{createdBy}</bdi>
            </>
          )}
        </Fact>
        <Fact name="Project">
          <bdi>{project}</bdi>
          {variant !== null && (
            <>
              {' '}
              · <bdi>{variant}</bdi>
            </>
          )}
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The reason; one that is nothing but an address is a link. */
function Reason({ text }: { text: string }) {
  const address = /^\S+$/.test(text) ? parseHttpUrl(text) : null;
  if (address === null) return <bdi className="reason-text">{text}</bdi>;
  return (
    <a className="link" href={address} target="_blank" rel="noreferrer noopener">
      <bdi>{text}</bdi>
    </a>
  );
}
