import { SkeletonRows } from '../../components/states/skeleton.tsx';

/** The list of results and the open one while they are being loaded. */
export function BrowserSkeleton() {
  return (
    <div className="md">
      <div className="panel">
        <SkeletonRows rows={6} />
      </div>
      <div className="panel">
        <SkeletonRows rows={8} height={64} />
      </div>
    </div>
  );
}
