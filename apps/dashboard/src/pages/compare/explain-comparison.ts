import { SvcClientError } from '@svc/client';

/** Why two executions cannot be compared, in words. */
export interface Explanation {
  title: string;
  detail: string;
  /** Whether waiting may help. */
  mayPass: boolean;
}

/** Explains an error of a comparison; null for one that is not about the two executions. */
export function explainComparison(error: unknown): Explanation | null {
  if (!(error instanceof SvcClientError)) return null;
  if (error.code !== 'BAD_REQUEST' && error.code !== 'NOT_FOUND') return null;
  const [, side = '', sentence = error.message] =
    /^(base|head|project): (.*)$/s.exec(error.message) ?? [];
  const the = side === 'base' || side === 'head' ? `The ${side}` : 'One of the two';
  if (error.code === 'NOT_FOUND') {
    return {
      title: `${the} was not found`,
      detail: /no execution '/.test(sentence)
        ? 'It may have been deleted, or the link is of another organization. Choose another one.'
        : sentence,
      mayPass: false,
    };
  }
  if (/still running/.test(sentence)) {
    const missing = /: (\d+ of \d+ parts? .*missing)/.exec(sentence)?.[1];
    return {
      title: `${the} is still running`,
      detail: `${missing === undefined ? '' : `So far, ${missing}. `}The comparison appears when it is finished.`,
      mayPass: true,
    };
  }
  if (/another execution than/.test(sentence)) {
    return {
      title: 'Base and head are the same execution',
      detail: 'Choose another base or another head.',
      mayPass: false,
    };
  }
  if (/same project/.test(sentence)) {
    return {
      title: 'Base and head are of different projects',
      detail: 'Only executions of one project have tests in common. Choose another one.',
      mayPass: false,
    };
  }
  if (/there are several/.test(sentence)) {
    return {
      title: 'Choose a project first',
      detail: "'latest' and a branch are looked up in one project, and there are several.",
      mayPass: false,
    };
  }
  return { title: 'These two cannot be compared', detail: sentence, mayPass: false };
}
