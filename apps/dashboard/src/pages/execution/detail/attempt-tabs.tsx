import type { ResultDetail } from '@svc/contract/executions/execution-view';
import { Link, useNavigate } from '@tanstack/react-router';
import { StatusGlyph, STATUS_WORDS } from '../../../components/status/status-glyph.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { useKey } from '../../../keyboard/use-key.ts';

// From here on, tabs need more room than they are worth.
const MENU_FROM = 10;
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The attempts of a result: tabs, or a menu where there are many. */
export function AttemptTabs({ detail }: { detail: ResultDetail }) {
  const { id, attempts, isSameError } = detail;
  const navigate = useNavigate({ from: '/executions/$executionId' });
  const open = (index: number) => {
    if (!attempts.some((one) => one.index === index)) return;
    void navigate({
      search: (before) => ({ ...before, result: id, attempt: index }),
      replace: true,
      resetScroll: false,
    });
  };
  const keys = DIGITS.map((digit) => (
    <DigitKey key={digit} digit={digit} onPress={() => open(Number(digit))} />
  ));
  const note = isSameError && (
    <span className="push only-wide dim same-error">same error in all failed attempts</span>
  );
  if (attempts.length >= MENU_FROM) {
    return (
      <div className="tabs attempt-menu">
        {keys}
        <AttemptMenu detail={detail} onChoose={open} />
        <span className="dim">of {attempts.length}</span>
        {note}
      </div>
    );
  }
  return (
    <nav className="tabs attempt-tabs" aria-label="Attempts">
      {keys}
      {attempts.map(({ index }) => (
        <AttemptTab key={index} detail={detail} index={index} />
      ))}
      {note}
    </nav>
  );
}

function AttemptTab({ detail, index }: { detail: ResultDetail; index: number }) {
  const { id, attempts, attempt } = detail;
  const shown = attempts.find((one) => one.index === index);
  if (shown === undefined) return null;
  const { status, durationMs } = shown;
  return (
    <Link
      from="/executions/$executionId"
      to="."
      search={(before) => ({ ...before, result: id, attempt: index })}
      replace
      resetScroll={false}
      aria-current={index === attempt.index || undefined}
      activeProps={NO_PROPS}
    >
      <StatusGlyph status={status} size={14} />
      <span>
        <span className="only-wide">Attempt </span>
        {index}
        {index === attempts.length && ', last'}
      </span>
      <span className="count">{formatDuration(durationMs)}</span>
    </Link>
  );
}

interface AttemptMenuProps {
  detail: ResultDetail;
  onChoose: (index: number) => void;
}

function AttemptMenu({ detail: { attempts, attempt }, onChoose }: AttemptMenuProps) {
  return (
    <label className="row">
      Attempt
      <select
        className="input"
        value={attempt.index}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {attempts.map(({ index, status, durationMs }) => (
          <option key={index} value={index}>
            {index}
            {index === attempts.length ? ', last' : ''}: {STATUS_WORDS[status]},{' '}
            {formatDuration(durationMs)}
          </option>
        ))}
      </select>
    </label>
  );
}

// A link to the page itself is always active; the open attempt is marked instead.
const NO_PROPS = {};

function DigitKey({ digit, onPress }: { digit: string; onPress: () => void }) {
  useKey({ key: digit }, onPress);
  return null;
}
