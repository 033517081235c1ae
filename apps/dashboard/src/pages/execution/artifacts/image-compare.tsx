import { useState } from 'react';
import { toLocalPath, type ImageSet } from './artifact-views.ts';
import { ImageViewer } from './image-viewer.tsx';

type Way = 'slider' | 'difference' | 'expected' | 'actual';

/** Expected and actual screenshot: one over the other with a slider, or one at a time. */
export function ImageCompare({ set }: { set: ImageSet }) {
  const [way, setWay] = useState<Way>(set.diff === null ? 'slider' : 'difference');
  const [share, setShare] = useState(50);
  const ways: Way[] = [
    ...(set.diff === null ? [] : (['difference'] as const)),
    'slider',
    'expected',
    'actual',
  ];
  const shown = { difference: set.diff, expected: set.expected, actual: set.actual };
  return (
    <div className="image-compare">
      <div className="seg" role="group" aria-label="What to show">
        {ways.map((one) => (
          <button key={one} type="button" aria-pressed={one === way} onClick={() => setWay(one)}>
            {one}
          </button>
        ))}
      </div>
      {way === 'slider' ? (
        <>
          <label className="row">
            <span className="sub">expected</span>
            <input
              type="range"
              min="0"
              max="100"
              value={share}
              aria-label="Share of the expected image"
              aria-valuetext={`${share} % expected, ${100 - share} % actual`}
              onChange={({ target }) => setShare(Number(target.value))}
            />
            <span className="sub">actual</span>
          </label>
          <div className="overlaid">
            <img src={toLocalPath(set.actual.url ?? '')} alt="actual" />
            <img
              src={toLocalPath(set.expected.url ?? '')}
              alt="expected"
              style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
            />
            <span className="divider" style={{ left: `${share}%` }} aria-hidden="true" />
          </div>
        </>
      ) : (
        <ImageViewer key={way} src={toLocalPath(shown[way]?.url ?? '')} name={way} />
      )}
    </div>
  );
}
