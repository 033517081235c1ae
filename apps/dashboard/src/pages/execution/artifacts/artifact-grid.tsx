import type { Artifact } from '@svc/contract/executions/executions';
import { Suspense, useState } from 'react';
import { ArtifactCard } from './artifact-card.tsx';
import type { Opened } from './artifact-dialog.tsx';
import { groupImageSets } from './artifact-views.ts';
import { ImageSetCard } from './image-set-card.tsx';
import { lazyPart } from '../../../server/load-code.ts';

const ArtifactDialog = lazyPart(() => import('./artifact-dialog.tsx'), 'ArtifactDialog');

/** Files as cards. Images, videos and texts open in a dialog, others are downloads. */
export function ArtifactGrid({ artifacts }: { artifacts: readonly Artifact[] }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const sets = groupImageSets(artifacts);
  const inSets = new Set(
    sets.flatMap(({ expected, actual, diff }) => [expected.id, actual.id, diff?.id]),
  );
  return (
    <>
      <div className="arts">
        {sets.map((set) => (
          <ImageSetCard
            key={set.expected.id}
            set={set}
            onOpen={() => setOpened({ kind: 'set', set })}
          />
        ))}
        {artifacts
          .filter(({ id }) => !inSets.has(id))
          .map((artifact) => (
            <ArtifactCard
              key={artifact.id}
              artifact={artifact}
              onOpen={() => setOpened({ kind: 'file', artifact })}
            />
          ))}
      </div>
      {opened !== null && (
        <Suspense fallback={null}>
          <ArtifactDialog opened={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
