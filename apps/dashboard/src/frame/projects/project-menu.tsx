import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ChosenMark } from '../../components/layout/chosen-mark.tsx';
import { trpc } from '../../server/trpc.ts';
import { SwitchButton } from './switch-button.tsx';

// With fewer projects, a search field would only be in the way.
const SEARCHED_FROM = 10;
// The longest page that the server sends.
const PAGE = 100;

/** The list of projects. */
export function ProjectMenu() {
  const { project } = useSearch({ from: '/frame' });
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const { all, names, isLoading, hasFailed } = useProjectNames(search);
  // The filters of a page belong to the other project, so they are dropped.
  const choose = (name: string | undefined) =>
    // Without the key, the route would keep the project of the present address.
    void navigate({ to: '.', search: { project: name } });
  return (
    <Menu position="bottom-start" width={280} shadow="md" defaultOpened>
      <Menu.Target>
        <SwitchButton project={project} />
      </Menu.Target>
      <Menu.Dropdown>
        {all.length >= SEARCHED_FROM && (
          <input
            className="menu-search"
            placeholder="Find a project"
            aria-label="Find a project"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
        <div className="menu-list">
          {[undefined, ...names].map((name) => (
            <Menu.Item
              key={name ?? ''}
              onClick={() => choose(name)}
              leftSection={<ChosenMark isShown={name === project} />}
            >
              <span className="clip">{name ?? 'All projects'}</span>
            </Menu.Item>
          ))}
        </div>
        {isLoading && <Menu.Label>Loading</Menu.Label>}
        {hasFailed && <Menu.Label>The projects could not be loaded.</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The names of all loaded projects, and the names that match the search. */
function useProjectNames(search: string) {
  const first = useQuery(trpc.projects.list.queryOptions({ limit: PAGE }));
  // With more projects than one page has, the server searches.
  const isLong = first.data?.nextCursor != null;
  const found = useQuery(
    trpc.projects.list.queryOptions({ limit: PAGE, search }, { enabled: isLong && search !== '' }),
  );
  const all = (first.data?.items ?? []).map(({ name }) => name);
  const names =
    isLong && search !== ''
      ? (found.data?.items ?? []).map(({ name }) => name)
      : all.filter((name) => name.toLowerCase().includes(search.toLowerCase()));
  return {
    all,
    names,
    isLoading: first.isPending || found.isFetching,
    hasFailed: first.isError || found.isError,
  };
}
