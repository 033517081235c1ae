import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

export function ExecutionPage() {
  usePageTitle('Execution');
  return <PageHead title="Execution" />;
}
