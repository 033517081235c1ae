import { Menu } from '@mantine/core';
import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useCopy } from '../../../components/text/use-copy.ts';
import { trpc } from '../../../server/trpc.ts';
import { DeleteDialog } from './delete-dialog.tsx';

const COPY_WORDS = {
  ready: 'Copy link to this view',
  copied: 'Copied',
  failed: 'Copy it from the address bar',
};

/** What one can do with an execution beside comparing it. */
export function ExecutionMenu({ summary }: { summary: ExecutionSummary }) {
  const { execution, previous } = summary;
  const whoami = useQuery(trpc.whoami.get.queryOptions({}));
  const navigate = useNavigate();
  const { state, copy } = useCopy(window.location.href);
  const [isDeleting, setDeleting] = useState(false);
  const role = whoami.data?.credential.role;
  const mayDelete = role === 'owner' || role === 'admin';
  return (
    <>
      <Menu position="bottom-end" width={280} shadow="md" defaultOpened>
        <Menu.Target>
          <button className="btn" type="button" aria-label="More">
            <IconDots size={16} stroke={1.5} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {previous !== null && (
            <Menu.Item
              onClick={() =>
                void navigate({
                  to: '/compare',
                  search: { base: previous.id, head: execution.id },
                })
              }
            >
              Compare with #{previous.number} before it
            </Menu.Item>
          )}
          <Menu.Item closeMenuOnClick={false} onClick={copy}>
            {COPY_WORDS[state]}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="fail" disabled={!mayDelete} onClick={() => setDeleting(true)}>
            Delete execution …
            {!mayDelete && role !== undefined && (
              <span className="menu-reason">For owners and admins of the organization</span>
            )}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteDialog execution={execution} onClose={() => setDeleting(false)} />}
    </>
  );
}
