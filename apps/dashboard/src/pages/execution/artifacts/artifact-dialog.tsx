import { Modal } from '@mantine/core';
import type { Artifact } from '@svc/contract/executions/executions';
import { useState } from 'react';
import { formatBytes } from '../../../format/count.ts';
import { toLocalPath, chooseView, type ImageSet } from './artifact-views.ts';
import { ImageCompare } from './image-compare.tsx';
import { ImageViewer } from './image-viewer.tsx';
import { TextViewer } from './text-viewer.tsx';
import { TraceHelp } from './trace-help.tsx';

/** What the dialog shows. */
export type Opened = { kind: 'file'; artifact: Artifact } | { kind: 'set'; set: ImageSet };

/** A file in a dialog that fills the window. */
export function ArtifactDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const name = opened.kind === 'file' ? opened.artifact.name : opened.set.name;
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1280px, 96vw)"
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        <span className="row">
          <bdi className="clip strong">{name}</bdi>
          {opened.kind === 'file' && <Download artifact={opened.artifact} />}
        </span>
      }
    >
      {opened.kind === 'set' ? <ImageCompare set={opened.set} /> : <Viewer {...opened} />}
    </Modal>
  );
}

function Viewer({ artifact }: { artifact: Artifact }) {
  const { url, name } = artifact;
  if (url === null) return <p className="sub">The file is not there.</p>;
  const address = toLocalPath(url);
  switch (chooseView(artifact)) {
    case 'image':
      return <ImageViewer src={address} name={name} />;
    case 'video':
      return <VideoViewer src={address} />;
    case 'text':
      return <TextViewer artifact={artifact} address={address} />;
    case 'trace':
      return <TraceHelp artifact={artifact} address={address} />;
    case 'download':
      return <Download artifact={artifact} />;
  }
}

function VideoViewer({ src }: { src: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return <p className="sub">The browser cannot play this file. Download it to look at it.</p>;
  }
  return (
    // Recordings of tests have no sound, and so no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      className="video"
      src={src}
      controls
      preload="metadata"
      onError={() => setIsBroken(true)}
    />
  );
}

function Download({ artifact: { url, name, sizeBytes } }: { artifact: Artifact }) {
  if (url === null) return null;
  return (
    <a className="btn sm" href={toLocalPath(url)} download={name}>
      Download {formatBytes(sizeBytes)}
    </a>
  );
}
