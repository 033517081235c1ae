import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

export function FailuresPage() {
  usePageTitle('Failures');
  return <PageHead title="Failures" />;
}
