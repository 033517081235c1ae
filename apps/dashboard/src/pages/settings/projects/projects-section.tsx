import type { ListedProject } from '@svc/contract/projects';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { MoreRows } from '../../../components/lists/more-rows.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { DeleteProject } from './delete-project.tsx';
import { DefaultBranchDialog } from './default-branch-dialog.tsx';
import { ProjectTable } from './project-table.tsx';
import { PROJECTS_PAGE, buildProjectsQuery } from './projects-query.ts';

/** The projects, which uploads create by naming them. */
export function ProjectsSection() {
  const projects = useInfiniteQuery(buildProjectsQuery());
  const [deleted, setDeleted] = useState<ListedProject | null>(null);
  const [edited, setEdited] = useState<ListedProject | null>(null);
  const items = projects.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <PageHead title="Projects">An upload that names a new project creates it.</PageHead>
      <Panel
        title={items === undefined ? 'Projects' : formatCount(items.length, 'project')}
        meta={projects.hasNextPage ? 'and more' : undefined}
      >
        <Loaded query={projects} what="The projects" skeleton={<SkeletonRows />}>
          {() => (
            <ProjectTable items={items ?? []} onEdit={setEdited} onDelete={setDeleted}>
              <MoreRows
                shown={items?.length ?? 0}
                list={projects}
                moreLabel={`Show ${PROJECTS_PAGE} more`}
              />
            </ProjectTable>
          )}
        </Loaded>
      </Panel>
      {edited !== null && <DefaultBranchDialog project={edited} onClose={() => setEdited(null)} />}
      {deleted !== null && <DeleteProject project={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}
