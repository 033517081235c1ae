import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

export function SettingsPage() {
  usePageTitle('Settings');
  return <PageHead title="Settings" />;
}
