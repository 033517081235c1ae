import { useRef, useState, type PointerEvent } from 'react';
import { formatPercent } from '../../../format/rate.ts';

const MOST = 16;

/** An image that fits at first. Buttons, the wheel and + and - zoom; dragging and the scroll bars pan. */
export function ImageViewer({ src, name }: { src: string; name: string }) {
  const [zoom, setZoom] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const change = (factor: number) => setZoom((now) => Math.min(MOST, Math.max(1, now * factor)));
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1 || event.pointerType !== 'mouse') return;
    box.current?.scrollBy(-event.movementX, -event.movementY);
  };
  return (
    <div className="image-viewer">
      <ZoomButtons zoom={zoom} onChange={change} onFit={() => setZoom(1)} />
      {/* Keys and buttons do all that the pointer does. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className="image-box"
        // A scrolling block needs the focus to scroll by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={name}
        onPointerMove={drag}
        onDoubleClick={() => setZoom((now) => (now === 1 ? 3 : 1))}
        onWheel={(event) => {
          if (event.ctrlKey || event.metaKey) change(event.deltaY < 0 ? 1.2 : 1 / 1.2);
        }}
        onKeyDown={({ key }) => {
          if (key === '+' || key === '=') change(1.5);
          if (key === '-') change(1 / 1.5);
        }}
      >
        <img src={src} alt={name} draggable={false} style={{ width: `${zoom * 100}%` }} />
      </div>
    </div>
  );
}

interface ZoomButtonsProps {
  zoom: number;
  onChange: (factor: number) => void;
  onFit: () => void;
}

function ZoomButtons({ zoom, onChange, onFit }: ZoomButtonsProps) {
  return (
    <div className="row">
      <button
        className="btn sm"
        type="button"
        onClick={() => onChange(1.5)}
        disabled={zoom >= MOST}
      >
        Zoom in
      </button>
      <button
        className="btn sm"
        type="button"
        onClick={() => onChange(1 / 1.5)}
        disabled={zoom <= 1}
      >
        Zoom out
      </button>
      <button className="btn sm" type="button" onClick={onFit} disabled={zoom === 1}>
        Fit
      </button>
      <span className="sub tnum">{formatPercent(zoom)} of the window</span>
    </div>
  );
}
