import type { ReactNode } from 'react';
import { BrandMark } from '../../frame/brand.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

interface AuthBoxProps {
  title: string;
  /** Below the title. */
  lead?: ReactNode;
  children?: ReactNode;
  /** Small print at the end. */
  foot?: ReactNode;
}

/** The one column of the pages before sign-in. */
export function AuthBox({ title, lead = window.location.host, children, foot }: AuthBoxProps) {
  usePageTitle(title);
  return (
    <main className="auth">
      <div className="box">
        <div>
          <div className="brand auth-brand">
            <BrandMark />
            svc
          </div>
          <h1>{title}</h1>
          <p className="mid">{lead}</p>
        </div>
        {children}
        {foot !== undefined && <p className="sub">{foot}</p>}
      </div>
    </main>
  );
}
