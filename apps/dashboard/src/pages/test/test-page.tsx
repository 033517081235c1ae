import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

export function TestPage() {
  usePageTitle('Test');
  return <PageHead title="Test" />;
}
