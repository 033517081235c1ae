import { IconColumns } from '@tabler/icons-react';
import { toLocalPath, type ImageSet } from './artifact-views.ts';

/** The screenshots of one comparison. Its picture is the difference. */
export function ImageSetCard({ set, onOpen }: { set: ImageSet; onOpen: () => void }) {
  const { url } = set.diff ?? set.actual;
  return (
    <button className="art" type="button" onClick={onOpen}>
      <span className="pv">
        {url !== null && <img src={toLocalPath(url)} alt="" loading="lazy" decoding="async" />}
      </span>
      <span className="cap">
        <span className="row">
          <IconColumns size={14} stroke={1.5} aria-hidden />
          <bdi className="clip">{set.name}</bdi>
        </span>
        <span className="sub">expected, actual{set.diff === null ? '' : ', difference'}</span>
      </span>
    </button>
  );
}
