import type { CreatedApiKey } from '@svc/contract/people/api-keys';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../components/layout/dialog.tsx';
import { SetupTabs } from '../../../components/setup/setup-tabs.tsx';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { CopyButton, CopyCommand } from '../../../components/text/copy.tsx';
import { trpc } from '../../../server/trpc.ts';
import { getSiteUrl } from '../../../server/site.ts';

const POLL_MS = 3_000;

/** The key itself, which nobody sees again, and what to do with it. */
export function CreatedKey({
  created: { key, text },
  onClose,
}: {
  created: CreatedApiKey;
  onClose: () => void;
}) {
  const [framework, setFramework] = useState('vitest');
  return (
    <Dialog
      title={`Key “${key.name}” created`}
      onClose={onClose}
      isOnce
      footer={
        <>
          <FirstUpload id={key.id} />
          <button className="btn" type="button" onClick={onClose}>
            Done
          </button>
        </>
      }
    >
      <div className="stack">
        <div className="note warn">
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          <span>
            <b className="strong">Copy it now.</b> The server keeps only a hash, so it is never
            shown again.
          </span>
        </div>
        <div className="secret">
          <code>{text}</code>
          <CopyButton text={text} label="Copy the key" className="btn primary">
            Copy key
          </CopyButton>
        </div>
        <div className="stack tight">
          <h3>Put it into your CI’s secrets</h3>
          <CopyCommand command={`SVC_URL=${getSiteUrl()}`} label="Copy the address" />
          <CopyCommand command={`SVC_API_KEY=${text}`} label="Copy the variable" />
        </div>
        <div>
          <h3>Add the reporter</h3>
          <SetupTabs chosen={framework} onChoose={setFramework} />
        </div>
      </div>
    </Dialog>
  );
}

/** Waits for the key's first upload, and leads to it. */
function FirstUpload({ id }: { id: string }) {
  const { data } = useQuery(
    trpc.apiKeys.firstUse.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.execution == null ? POLL_MS : false) },
    ),
  );
  const execution = data?.execution ?? null;
  return (
    <span className="sub row dialog-note" role="status">
      {execution === null ? (
        <>
          <StatusGlyph status="running" size={14} label={null} />
          Waiting for its first upload
        </>
      ) : (
        <>
          <StatusGlyph status="passed" size={14} label={null} />
          It uploaded{' '}
          <Link
            className="link"
            to="/executions/$executionId"
            params={{ executionId: execution.id }}
            search={{ project: execution.project }}
          >
            #{execution.number}
          </Link>
        </>
      )}
    </span>
  );
}
