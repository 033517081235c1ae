import { Link } from '@tanstack/react-router';

/** The name and mark of svc, which lead to the overview. */
export function Brand() {
  return (
    <Link className="brand" to="/" aria-label="svc, overview">
      <BrandMark />
      svc
    </Link>
  );
}

/** Three bars, the last one a failure. */
export function BrandMark({ size = 18 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 18 18" aria-hidden="true">
      <rect x="1" y="11" width="4" height="6" rx="1" fill="currentColor" />
      <rect x="7" y="11" width="4" height="6" rx="1" fill="currentColor" />
      <rect x="13" y="1" width="4" height="16" rx="1" fill="var(--svc-fail-fill)" />
    </svg>
  );
}
