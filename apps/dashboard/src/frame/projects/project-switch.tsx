import { useSearch } from '@tanstack/react-router';
import { OnFirstUse } from '../on-first-use.tsx';
import { SwitchButton } from './switch-button.tsx';
import { lazyPart } from '../../server/load-code.ts';

const ProjectMenu = lazyPart(() => import('./project-menu.tsx'), 'ProjectMenu');

/** Chooses the project that all pages speak of. */
export function ProjectSwitch() {
  const { project } = useSearch({ from: '/frame' });
  return (
    <OnFirstUse closed={(props) => <SwitchButton project={project} {...props} />}>
      <ProjectMenu />
    </OnFirstUse>
  );
}
