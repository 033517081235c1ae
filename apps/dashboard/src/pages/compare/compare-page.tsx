import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

export function ComparePage() {
  usePageTitle('Compare');
  return <PageHead title="Compare" />;
}
