import type { ComponentProps } from 'react';
import { toSiteAddress } from '../../server/site.ts';

interface DocsLinkProps extends ComponentProps<'a'> {
  /** Below /docs, with or without a heading: `read/definitions#gate`. */
  page: string;
}

/** A link to a page of the documentation, which this server has. It opens in a tab of its own. */
export function DocsLink({ page, children, ...props }: DocsLinkProps) {
  return (
    <a className="link" target="_blank" {...props} href={toDocsAddress(page)}>
      {children}
    </a>
  );
}

/** The address of a page of the documentation; without a page, of its start. */
export function toDocsAddress(page = ''): string {
  return toSiteAddress(`/docs/${page.replace(/(?=#)|$/, '/').replace(/^\//, '')}`);
}
