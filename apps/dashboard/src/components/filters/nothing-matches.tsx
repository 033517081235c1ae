import { IconSearchOff } from '@tabler/icons-react';
import { Empty } from '../states/empty.tsx';

interface NothingMatchesProps {
  /** What the list is of: `execution`. */
  noun: string;
  /** The filters in words: `'checkout', branch main, in the last 7 days`. */
  words: string;
  onClear: () => void;
}

/** A list that its filters left empty. */
export function NothingMatches({ noun, words, onClear }: NothingMatchesProps) {
  return (
    <Empty
      glyph={<IconSearchOff size={26} stroke={1.5} aria-hidden />}
      title={`No ${noun} matches`}
      action={
        <button className="btn" type="button" onClick={onClear}>
          Clear the filters
        </button>
      }
    >
      <bdi className="wrap-anywhere">{words}</bdi>
    </Empty>
  );
}
