import { shortTestTitle, testPlace, testTitle } from '../../format/identity.ts';

interface TestNameProps {
  titlePath: readonly string[];
  /** Where a title may be cut, in characters. */
  limit?: number;
}

/** A test by its titles, shortened in the middle. The whole title is in its tooltip. */
export function TestName({ titlePath, limit }: TestNameProps) {
  const short = shortTestTitle(titlePath, limit);
  const whole = testTitle(titlePath);
  return (
    <bdi className="test-name" title={short === whole ? undefined : whole.slice(0, 2_000)}>
      {short === '' ? '(no title)' : short}
    </bdi>
  );
}

/** Where a test is, with its variant and owner where it has them. */
export function TestPlace({
  file,
  line,
  variant,
  owner,
  project,
}: {
  file: string;
  line?: number | null;
  variant?: string | null;
  owner?: string | null;
  /** Where the page shows all projects. */
  project?: string | undefined;
}) {
  const parts = [project, testPlace({ file, line: line ?? null }), variant, owner];
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== '');
  const text = shown.join(' · ');
  return (
    <bdi className="sub clip test-place" title={text.slice(0, 2_000)}>
      {text.slice(0, 400)}
    </bdi>
  );
}
