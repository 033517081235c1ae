import { Link } from '@tanstack/react-router';

/** To what all executions of a pull request say. */
export function PullRequestLink({ project, number }: { project: string; number: number }) {
  return (
    <Link
      className="link above"
      to="/projects/$project/pull-requests/$number"
      params={{ project, number: String(number) }}
    >
      PR {number}
    </Link>
  );
}
