import type { ResultDetail } from '@svc/contract/executions/execution-view';
import { formatDate } from '../../../format/time.ts';
import { ArtifactGrid } from './artifact-grid.tsx';

/** The files of the shown attempt, and those that belong to no attempt. */
export function ArtifactSection({ detail }: { detail: ResultDetail }) {
  const { artifacts, attempt, attempts } = detail;
  const own = artifacts.filter((one) => one.attempt === null || one.attempt === attempt.index);
  const others = artifacts.length - own.length;
  if (artifacts.length === 0) return null;
  const expiry = own.map(({ expiresAt }) => expiresAt).find((at) => at !== null);
  return (
    <section>
      <h3>
        Artifacts {attempts.length > 1 && <span className="count">attempt {attempt.index}</span>}
        {expiry !== undefined && (
          <span className="push sub">kept until {formatDate(new Date(expiry))}</span>
        )}
      </h3>
      <ArtifactGrid artifacts={own} />
      {others > 0 && (
        <p className="sub other-artifacts">
          {others} more in {others === 1 ? 'another attempt' : 'other attempts'}
        </p>
      )}
    </section>
  );
}
