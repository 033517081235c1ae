import { SvcError } from '../../errors.ts';

/** The refusal of every request but the change itself while a user has a one-time password. */
export function passwordMustChange(): SvcError {
  return new SvcError('FORBIDDEN', 'The password is a one-time password.', {
    hint: 'Change it first: sign in to the dashboard, or call account.changePassword.',
    details: [{ path: 'mustChangePassword', message: 'Change the password first' }],
  });
}
