import type { Artifact } from '@svc/contract/executions/executions';
import {
  IconDownload,
  IconFile,
  IconFileText,
  IconPhoto,
  IconPlayerPlayFilled,
  IconTimeline,
  IconVideo,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../../format/count.ts';
import { formatDate } from '../../../format/time.ts';
import { toLocalPath, buildTraceAddress, chooseView, type ArtifactView } from './artifact-views.ts';
import { useTraceViewer } from './use-trace-viewer.ts';

const ICONS: Record<ArtifactView, typeof IconFile> = {
  image: IconPhoto,
  video: IconVideo,
  text: IconFileText,
  trace: IconTimeline,
  download: IconFile,
};

/** One file: a button that opens it, a link that downloads it, or why it is not there. */
export function ArtifactCard({ artifact, onOpen }: { artifact: Artifact; onOpen: () => void }) {
  const { name, kind, sizeBytes, url, state, expiresAt } = artifact;
  const view = chooseView(artifact);
  const viewer = useTraceViewer();
  const Icon = ICONS[view];
  const caption = (note: string) => (
    <span className="cap">
      <span className="row">
        <Icon size={14} stroke={1.5} aria-hidden />
        <bdi className="clip" title={name.slice(0, 300)}>
          {name}
        </bdi>
      </span>
      <span className="sub tnum">
        {kind} · {formatBytes(sizeBytes)}
        {note}
      </span>
    </span>
  );
  if (url === null || state !== 'stored') {
    const why =
      state === 'pending'
        ? 'not uploaded yet'
        : `expired${expiresAt === null ? '' : ` on ${formatDate(new Date(expiresAt))}`}`;
    return (
      <div className="art missing">
        <span className="pv">{why}</span>
        {caption('')}
      </div>
    );
  }
  const picture: ReactNode =
    view === 'image' ? (
      <img src={toLocalPath(url)} alt="" loading="lazy" decoding="async" />
    ) : (
      <Icon size={28} stroke={1.25} aria-hidden />
    );
  if (view === 'download') {
    return (
      <a className="art" href={toLocalPath(url)} download={name}>
        <span className="pv">{picture}</span>
        {caption(' · download')}
      </a>
    );
  }
  const content = (
    <>
      <span className="pv">
        {picture}
        {view === 'video' && (
          <span className="play">
            <IconPlayerPlayFilled size={16} aria-hidden />
          </span>
        )}
      </span>
      {caption(view === 'trace' && viewer !== null ? ' · opens in viewer' : '')}
    </>
  );
  return (
    <div className="art-place">
      {view === 'trace' && viewer !== null ? (
        <a
          className="art"
          href={buildTraceAddress(viewer, toLocalPath(url))}
          target="_blank"
          rel="noopener noreferrer"
        >
          {content}
        </a>
      ) : (
        <button className="art" type="button" onClick={onOpen}>
          {content}
        </button>
      )}
      <a
        className="iconbtn bordered art-download"
        href={toLocalPath(url)}
        download={name}
        aria-label={`Download ${name.slice(0, 100)}`}
        title="Download"
      >
        <IconDownload size={14} stroke={1.5} aria-hidden />
      </a>
    </div>
  );
}
