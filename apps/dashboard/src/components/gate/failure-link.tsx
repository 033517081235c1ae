import { Link } from '@tanstack/react-router';
import { TestName } from '../tests/test-name.tsx';

interface FailureLinkProps {
  executionId: string;
  resultId: string;
  titlePath: readonly string[];
  /** It is the title of its row. */
  isTitle?: boolean;
}

/** The name of a test that failed, which opens its result. */
export function FailureLink({ executionId, resultId, titlePath, isTitle }: FailureLinkProps) {
  return (
    <Link
      className={isTitle === true ? 'ttl link-ink' : 'link-ink'}
      to="/executions/$executionId"
      params={{ executionId }}
      search={{ result: resultId }}
      data-row
    >
      <TestName titlePath={titlePath} />
    </Link>
  );
}
