import { Combobox, Popover, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import type { Execution } from '@svc/contract/executions/executions';
import { changeTitle } from '../../components/executions/execution-change.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { shortenCommit } from '../../format/identity.ts';
import { buildExecutionLookUp } from '../../search/execution-look-up.ts';
import { trpc, type Outputs } from '../../server/trpc.ts';

const TYPING_MS = 200;

interface SideMenuProps {
  side: 'base' | 'head';
  project: string | undefined;
  /** The button under which the menu opens. */
  target: ReactElement;
  onClose: () => void;
  onPick: (reference: string) => void;
}

/** Chooses an execution by its number, branch, commit or message; or the newest one, also of a branch. */
export function SideMenu({ side, project, target, onClose, onPick }: SideMenuProps) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const combobox = useCombobox({ opened: true });
  const found = useQuery(buildSideQuery(search, project));
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (search !== '' && found.data !== undefined) selectFirstOption();
  }, [search, found.data, selectFirstOption]);
  const executions = found.data?.items ?? [];
  return (
    <Popover
      opened
      onDismiss={onClose}
      position="bottom-start"
      width="target"
      offset={4}
      returnFocus
      classNames={{ dropdown: 'filter-menu' }}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={`Choose the ${side}`}>
        <Combobox
          store={combobox}
          classNames={{ option: 'filter-option', options: 'filter-options' }}
          onOptionSubmit={(reference) => {
            onPick(reference);
            onClose();
          }}
        >
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              className="menu-search"
              placeholder="Number, branch, commit or message"
              aria-label={`Find the ${side}`}
              autoFocus
              value={text}
              onChange={({ target: input }) => setText(input.value)}
              onKeyDown={({ key }) => key === 'Escape' && onClose()}
            />
          </Combobox.EventsTarget>
          <Combobox.Options aria-label={`Executions for the ${side}`}>
            {search === '' && <Combobox.Option value="latest">The newest finished</Combobox.Option>}
            <FoundOptions executions={executions} withProject={project === undefined} />
          </Combobox.Options>
          <FoundNote found={found} search={search} />
        </Combobox>
      </Popover.Dropdown>
    </Popover>
  );
}

function buildSideQuery(search: string, project: string | undefined) {
  return {
    ...trpc.executions.list.queryOptions({
      ...(project === undefined ? {} : { project }),
      ...buildExecutionLookUp(search, project),
      limit: 20,
    }),
    placeholderData: keepPreviousData,
  };
}

interface FoundOptionsProps {
  executions: readonly Execution[];
  withProject: boolean;
}

/** The newest execution of each branch that was found, then the executions themselves. */
function FoundOptions({ executions, withProject }: FoundOptionsProps) {
  const branches = [...new Set(executions.flatMap(({ git }) => git.branch ?? []))].slice(0, 4);
  return (
    <>
      {branches.map((branch) => (
        <Combobox.Option key={branch} value={`branch:${branch}`}>
          <span className="nowrap">The newest of</span> <bdi className="clip">{branch}</bdi>
        </Combobox.Option>
      ))}
      {executions.map((execution) => (
        <ExecutionOption key={execution.id} execution={execution} withProject={withProject} />
      ))}
    </>
  );
}

interface FoundNoteProps {
  found: Pick<UseQueryResult<Outputs['executions']['list']>, 'data' | 'isPending' | 'isError'>;
  search: string;
}

/** Why no execution is listed. */
function FoundNote({ found, search }: FoundNoteProps) {
  return (
    <>
      {found.isPending && <p className="filter-empty">Loading</p>}
      {found.isError && <p className="filter-empty">The executions could not be loaded.</p>}
      {found.data !== undefined && found.data.items.length === 0 && (
        <p className="filter-empty">Nothing of the last 30 days matches '{search}'.</p>
      )}
    </>
  );
}

function ExecutionOption({
  execution,
  withProject,
}: {
  execution: Execution;
  withProject: boolean;
}) {
  const { id, number, status, git, project, startedAt } = execution;
  return (
    <Combobox.Option value={id} disabled={status === 'running'}>
      <StatusGlyph status={status} size={14} />
      <span className="tnum strong">#{number}</span>
      <bdi className="clip">{changeTitle(execution)}</bdi>
      <span className="push row dim nowrap">
        {withProject && <bdi>{project}</bdi>}
        <bdi className="clip option-branch">{git.branch}</bdi>
        {git.commit !== undefined && <span className="mono">{shortenCommit(git.commit)}</span>}
        <TimeAgo at={startedAt} />
      </span>
    </Combobox.Option>
  );
}
