import { Fragment } from 'react';
import {
  shortenTestTitle,
  formatTestPlace,
  formatTestTitle,
  TITLE_SEPARATOR,
} from '../../format/identity.ts';

interface TestNameProps {
  titlePath: readonly string[];
  /** Where a title may be cut, in characters. */
  limit?: number;
}

/**
 * A test by its titles, shortened in the middle. The whole title is in its tooltip. Each title is isolated, so that a
 * right-to-left mark in one turns no other.
 */
export function TestName({ titlePath, limit }: TestNameProps) {
  const short = shortenTestTitle(titlePath, limit);
  const whole = formatTestTitle(titlePath);
  const parts = short.split(TITLE_SEPARATOR);
  return (
    <bdi className="test-name" title={short === whole ? undefined : whole.slice(0, 2_000)}>
      {parts.every((part) => part.trim() === '')
        ? '(no title)'
        : parts.map((part, place) => (
            // Titles have no identity besides their place.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={place}>
              {place > 0 && TITLE_SEPARATOR}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
    </bdi>
  );
}

/** Where a test is, with its variant and owner where it has them. */
export function TestPlace({
  file,
  line,
  variant,
  owner,
  project,
}: {
  file: string;
  line?: number | null;
  variant?: string | null;
  owner?: string | null;
  /** Where the page shows all projects. */
  project?: string | undefined;
}) {
  const parts = [project, formatTestPlace({ file, line: line ?? null }), variant, owner];
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== '');
  const text = shown.join(' · ');
  return (
    <bdi className="sub clip test-place" title={text.slice(0, 2_000)}>
      {text.slice(0, 400)}
    </bdi>
  );
}
