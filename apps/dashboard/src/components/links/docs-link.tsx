import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

interface DocsLinkProps extends ComponentProps<'a'> {
  /** Below /docs, with or without a heading: `read/definitions#gate`. */
  page: string;
}

/** A link to a page of the documentation, which this server has. It opens in a tab of its own. */
export function DocsLink({ page, children, ...props }: DocsLinkProps) {
  const address = useDocsAddress(page);
  return (
    <a className="link" target="_blank" {...props} href={address}>
      {children}
    </a>
  );
}

/** The address of a page of the documentation below the path of this server. */
export function useDocsAddress(page: string): string {
  const { basepath } = useRouter();
  const [path = '', heading] = page.split('#');
  const address = ['', basepath.replaceAll(/^\/|\/$/g, ''), 'docs', path, '']
    .join('/')
    .replaceAll(/\/+/g, '/');
  return heading === undefined ? address : `${address}#${heading}`;
}
