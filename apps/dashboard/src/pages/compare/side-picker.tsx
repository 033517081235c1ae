import type { Execution } from '@svc/contract/executions/executions';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { ExecutionRevision } from '../../components/executions/execution-change.tsx';
import { buildExecutionNotes } from '../../components/executions/execution-notes.ts';
import { useReturnFocus } from '../../components/filters/use-return-focus.ts';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { formatCount } from '../../format/count.ts';
import { formatDuration } from '../../format/duration.ts';
import { lazyPart } from '../../server/load-code.ts';

const SideMenu = lazyPart(() => import('./side-menu.tsx'), 'SideMenu');

interface SidePickerProps {
  side: 'base' | 'head';
  /** As the address names it: an id, `latest` or `branch:NAME`. */
  reference: string | undefined;
  /** What that is, once it is known. */
  execution: Execution | undefined;
  /** Where executions are looked for. */
  project: string | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onPick: (reference: string) => void;
}

/** One side of the comparison, and the menu that chooses another one. */
export function SidePicker(props: SidePickerProps) {
  const { side, isOpen, onOpen, onPick, project } = props;
  const around = useReturnFocus(isOpen);
  const button = (
    <button
      className="pick"
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => onOpen(!isOpen)}
    >
      <span className="k row">
        {side === 'base' ? 'Base' : 'Head'}
        <span className="push row change">
          Change <IconChevronDown size={12} stroke={1.5} aria-hidden />
        </span>
      </span>
      <SideFacts {...props} />
    </button>
  );
  return (
    <span className="pick-place" ref={around}>
      {isOpen ? (
        <Suspense fallback={button}>
          <SideMenu
            side={side}
            project={project}
            target={button}
            onClose={() => onOpen(false)}
            onPick={onPick}
          />
        </Suspense>
      ) : (
        button
      )}
    </span>
  );
}

function SideFacts({ reference, execution }: SidePickerProps): ReactNode {
  if (execution === undefined) {
    return <bdi className="mid clip">{reference ?? 'Choose an execution'}</bdi>;
  }
  const { status, number, totals, durationMs, startedAt } = execution;
  const isNamed = reference !== undefined && reference !== execution.id;
  return (
    <span className="row wrap side-facts">
      <StatusGlyph status={status} />
      <b className="strong tnum">#{number}</b>
      <ExecutionRevision {...execution} />
      {isNamed && <bdi className="chip clip">{reference}</bdi>}
      {buildExecutionNotes(execution)
        .slice(0, 2)
        .map(({ text, tone, meaning }) => (
          <span key={text} className={`chip ${tone}`} title={meaning}>
            {text}
          </span>
        ))}
      <span className="dim tnum">
        {formatCount(totals.tests, 'test')} · {formatDuration(durationMs)} ·{' '}
        <TimeAgo at={startedAt} />
      </span>
    </span>
  );
}
