import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';

export function FlakyPage() {
  usePageTitle('Flaky');
  return <PageHead title="Flaky" />;
}
