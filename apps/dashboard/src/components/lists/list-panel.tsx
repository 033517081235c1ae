import type { ReactNode } from 'react';
import { Loaded, type AskedQuery } from '../states/loaded.tsx';

interface ListPanelProps {
  list: AskedQuery<unknown>;
  /** What is loaded, such as `The failures`, for errors. */
  what: string;
  skeleton: ReactNode;
  /** Why there are no rows; null where there are. */
  empty: ReactNode;
  children: ReactNode;
}

/** The list of a page: its skeleton, why it was not loaded, why it is empty, or its table. */
export function ListPanel({ list, what, skeleton, empty, children }: ListPanelProps) {
  return (
    <Loaded query={list} what={what} skeleton={<section className="panel">{skeleton}</section>}>
      {() => (empty === null ? children : <section className="panel">{empty}</section>)}
    </Loaded>
  );
}
