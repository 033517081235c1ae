import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { PageMissing } from '../../frame/dead-ends/page-missing.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { SETTINGS_SECTIONS } from './settings-sections.ts';

/** The settings of the organization and of the user, one section at a time. */
export function SettingsPage() {
  const { section: id = SETTINGS_SECTIONS[0]?.id } = useParams({
    from: '/frame/settings/{-$section}',
  });
  const section = SETTINGS_SECTIONS.find((one) => one.id === id);
  usePageTitle(section?.label ?? 'Settings');
  if (section === undefined) return <PageMissing />;
  const { Section } = section;
  return (
    <div className="settings">
      <nav className="sidenav" aria-label="Settings">
        {SETTINGS_SECTIONS.map(({ id: other, label, group }, index) => (
          <div key={other} className="sidenav-item">
            {SETTINGS_SECTIONS[index - 1]?.group !== group && (
              <h2 className="sidenav-group">{group}</h2>
            )}
            <Link
              to="/settings/{-$section}"
              params={{ section: other }}
              aria-current={other === id ? 'page' : undefined}
            >
              {label}
            </Link>
          </div>
        ))}
      </nav>
      <div className="stack">
        <Suspense fallback={<SkeletonRows />}>
          <Section />
        </Suspense>
      </div>
    </div>
  );
}
