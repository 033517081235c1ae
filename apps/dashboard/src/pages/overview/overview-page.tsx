import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

export function OverviewPage() {
  usePageTitle('Overview');
  return <PageHead title="Overview" />;
}
