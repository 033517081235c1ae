import { SvcError } from '../../errors.ts';

/** The refusal of every request but the change itself while a user has a one-time password. */
export function passwordMustChange(): SvcError {
  return new SvcError('FORBIDDEN', 'The password is a one-time password.', {
    hint: 'Sign in to the dashboard, and set a password of your own first.',
    details: [{ path: 'mustChangePassword', message: 'Change the password first' }],
  });
}
