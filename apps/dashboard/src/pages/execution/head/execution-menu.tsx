import { Menu } from '@mantine/core';
import type { ExecutionSummary } from '@svc/contract/execution-view';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { trpc } from '../../../server/trpc.ts';
import { DeleteDialog } from './delete-dialog.tsx';

/** What one can do with an execution beside comparing it. */
export function ExecutionMenu({ summary }: { summary: ExecutionSummary }) {
  const { execution, previous } = summary;
  const whoami = useQuery(trpc.whoami.get.queryOptions({}));
  const navigate = useNavigate();
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
          <Menu.Item
            onClick={() => void navigator.clipboard.writeText(window.location.href).catch(() => {})}
          >
            Copy link to this view
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
