import { SvcClientError } from '@svc/client';

/** The server's reasons to refuse fields, by the field: `{ url: 'The URL is not valid.' }`. */
export function toFieldErrors(error: unknown): Partial<Record<string, string>> {
  if (!(error instanceof SvcClientError)) return {};
  const errors: Partial<Record<string, string>> = {};
  for (const { path, message } of error.details) {
    const [field = ''] = path.split('.');
    errors[field] ??= /[.!?]$/.test(message) ? message : `${message}.`;
  }
  return errors;
}
