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
import { formatBytes } from '../../../format/count.ts';
import { formatDate } from '../../../format/time.ts';
import { toLocalPath, buildTraceAddress, chooseView, type ArtifactView } from './artifact-views.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { buildSummaryQuery } from '../execution-queries.ts';

const ICONS: Record<ArtifactView, typeof IconFile> = {
  image: IconPhoto,
  video: IconVideo,
  text: IconFileText,
  trace: IconTimeline,
  download: IconFile,
};

/** One file: a button that opens it, a link that downloads it, or why it is not there. */
export function ArtifactCard({ artifact, onOpen }: { artifact: Artifact; onOpen: () => void }) {
  const { name, url, state } = artifact;
  const viewer = useTraceViewer();
  if (url === null || state !== 'stored') {
    return (
      <div className="art missing">
        <span className="pv">{explainMissing(artifact)}</span>
        <Caption artifact={artifact} />
      </div>
    );
  }
  const view = chooseView(artifact);
  const path = toLocalPath(url);
  if (view === 'download') {
    return (
      <a className="art" href={path} download={name}>
        <Preview view={view} path={path} />
        <Caption artifact={artifact} note=" · download" />
      </a>
    );
  }
  return (
    <div className="art-place">
      {view === 'trace' && viewer !== null ? (
        <a
          className="art"
          href={buildTraceAddress(viewer, path)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Preview view={view} path={path} />
          <Caption artifact={artifact} note=" · opens in viewer" />
        </a>
      ) : (
        <button className="art" type="button" onClick={onOpen}>
          <Preview view={view} path={path} />
          <Caption artifact={artifact} />
        </button>
      )}
      <DownloadLink path={path} name={name} />
    </div>
  );
}

function DownloadLink({ path, name }: { path: string; name: string }) {
  return (
    <a
      className="iconbtn bordered art-download"
      href={path}
      download={name}
      aria-label={`Download ${name.slice(0, 100)}`}
      title="Download"
    >
      <IconDownload size={14} stroke={1.5} aria-hidden />
    </a>
  );
}

function explainMissing({ state, expiresAt }: Artifact): string {
  if (state === 'pending') return 'not uploaded yet';
  return `expired${expiresAt === null ? '' : ` on ${formatDate(new Date(expiresAt))}`}`;
}

function Preview({ view, path }: { view: ArtifactView; path: string }) {
  const Icon = ICONS[view];
  return (
    <span className="pv">
      {view === 'image' ? (
        <img src={path} alt="" loading="lazy" decoding="async" />
      ) : (
        <Icon size={28} stroke={1.25} aria-hidden />
      )}
      {view === 'video' && (
        <span className="play">
          <IconPlayerPlayFilled size={16} aria-hidden />
        </span>
      )}
    </span>
  );
}

function Caption({ artifact, note = '' }: { artifact: Artifact; note?: string }) {
  const { name, kind, sizeBytes } = artifact;
  const Icon = ICONS[chooseView(artifact)];
  return (
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
}

/** Where the server has Playwright's trace viewer, or null. */
function useTraceViewer(): string | null {
  const { executionId } = useParams({ from: '/frame/executions/$executionId' });
  const { data } = useQuery({
    ...buildSummaryQuery(executionId),
    select: ({ traceViewerUrl }) => traceViewerUrl,
  });
  return data ?? null;
}
