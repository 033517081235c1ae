import { Fragment } from 'react';

const SHOWN_PARTS = 8;
const PART_CHARACTERS = 200;

/**
 * The titles of a test, joined. Each is isolated, so that a right-to-left mark in one turns no other. Long ones are
 * cut, and parts in the middle are left out.
 */
export function TitleParts({ titlePath }: { titlePath: readonly string[] }) {
  const parts =
    titlePath.length <= SHOWN_PARTS
      ? titlePath
      : [...titlePath.slice(0, SHOWN_PARTS - 2), '…', titlePath.at(-1) ?? ''];
  if (parts.every((part) => part.trim() === '')) return '(no title)';
  return parts.map((part, place) => (
    // Titles have no identity besides their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={place}>
      {place > 0 && ' › '}
      <bdi>{part.length > PART_CHARACTERS ? `${part.slice(0, PART_CHARACTERS)}…` : part}</bdi>
    </Fragment>
  ));
}
