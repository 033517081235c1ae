import type { ListedProject } from '@svc/contract/projects';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ConfirmByName } from '../../../components/forms/confirm-by-name.tsx';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { MoreRows } from '../../../components/lists/more-rows.tsx';
import { Empty } from '../../../components/states/empty.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatCount, formatCounted } from '../../../format/count.ts';
import { usePermissions } from '../../../server/account.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';
import { PROJECTS_PAGE, projectsQuery } from './projects-query.ts';

/** The projects, which uploads create by naming them. */
export function ProjectsSection() {
  const projects = useInfiniteQuery(projectsQuery());
  const [deleted, setDeleted] = useState<ListedProject | null>(null);
  const items = projects.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <PageHead title="Projects">An upload that names a new project creates it.</PageHead>
      <Panel
        title={items === undefined ? 'Projects' : formatCounted(items.length, 'project')}
        meta={projects.hasNextPage ? 'and more' : undefined}
      >
        <Loaded query={projects} what="The projects" skeleton={<SkeletonRows />}>
          {() => (
            <ProjectList items={items ?? []} onDelete={setDeleted}>
              <MoreRows
                shown={items?.length ?? 0}
                hasMore={projects.hasNextPage}
                isLoading={projects.isFetchingNextPage}
                hasFailed={projects.isFetchNextPageError}
                onMore={() => void projects.fetchNextPage()}
                moreLabel={`Show ${PROJECTS_PAGE} more`}
              />
            </ProjectList>
          )}
        </Loaded>
      </Panel>
      {deleted !== null && <DeleteProject project={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

interface ProjectListProps {
  items: readonly ListedProject[];
  onDelete: (project: ListedProject) => void;
  children: ReactNode;
}

function ProjectList({ items, onDelete, children }: ProjectListProps) {
  const { adminsOnly } = usePermissions();
  if (items.length === 0) {
    return (
      <Empty
        title="There is no project yet"
        action={
          <Link className="btn" to="/start">
            Send the first execution
          </Link>
        }
      />
    );
  }
  return (
    <>
      <table className="cards">
        <thead>
          <tr>
            <th>Name</th>
            <th>Default branch</th>
            <th className="n">Executions</th>
            <th className="n">Tests</th>
            <th className="n">Last execution</th>
            <th className="fit">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              adminsOnly={adminsOnly}
              onDelete={() => onDelete(project)}
            />
          ))}
        </tbody>
      </table>
      {children}
    </>
  );
}

interface ProjectRowProps {
  project: ListedProject;
  adminsOnly: string | undefined;
  onDelete: () => void;
}

function ProjectRow({ project, adminsOnly, onDelete }: ProjectRowProps) {
  const { name, defaultBranch, executions, tests, lastExecutionAt } = project;
  return (
    <tr className="go">
      <td className="m1">
        <bdi>
          {/* The rule does not see the text of a variable. */}
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
          <Link className="ttl" to="/" search={{ project: name }} data-row>
            {name}
          </Link>
        </bdi>
      </td>
      <td className="m2 r">
        <bdi>{defaultBranch ?? <span className="dim">none</span>}</bdi>
      </td>
      <td className="n m3" data-l="executions">
        {formatCount(executions)}
      </td>
      <td className="n m4 r" data-l="tests">
        {formatCount(tests)}
      </td>
      <td className="n m5" data-l="last">
        {lastExecutionAt === null ? (
          <span className="dim">never</span>
        ) : (
          <TimeAgo at={lastExecutionAt} />
        )}
      </td>
      <td className="fit m6 r">
        <button
          className="btn sm"
          type="button"
          disabled={adminsOnly !== undefined}
          title={adminsOnly}
          aria-label={`Delete ${name}`}
          onClick={onDelete}
        >
          Delete
        </button>
      </td>
    </tr>
  );
}

function DeleteProject({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const { name, executions } = project;
  const remove = useMutation(
    trpc.projects.delete.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries();
        onClose();
      },
    }),
  );
  return (
    <ConfirmByName
      title={`Delete “${name}”?`}
      name={name}
      action="Delete project"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ name })}
      onClose={onClose}
    >
      <p className="mid">
        Deletes {formatCounted(executions, 'execution')} with their tests, failures and files. This
        cannot be undone.{' '}
        {remove.isPending && 'Deleting. A thousand executions take about a second.'}
      </p>
    </ConfirmByName>
  );
}
