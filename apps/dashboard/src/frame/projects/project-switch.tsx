import { useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { OnFirstUse } from '../on-first-use.tsx';
import { SwitchButton } from './switch-button.tsx';
import { loadCode } from '../../server/load-code.ts';

const ProjectMenu = lazy(
  loadCode(() =>
    import('./project-menu.tsx').then(({ ProjectMenu }) => ({ default: ProjectMenu })),
  ),
);

/** Chooses the project that all pages speak of. */
export function ProjectSwitch() {
  const { project } = useSearch({ from: '/frame' });
  return (
    <OnFirstUse closed={(props) => <SwitchButton project={project} {...props} />}>
      <ProjectMenu />
    </OnFirstUse>
  );
}
