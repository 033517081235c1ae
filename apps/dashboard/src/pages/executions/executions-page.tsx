import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

export function ExecutionsPage() {
  usePageTitle('Executions');
  return <PageHead title="Executions" />;
}
