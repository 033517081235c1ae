export { changePassword, isWrongPassword } from '../membership/change-password.ts';
export { deleteOwnAccount } from '../membership/delete-user.ts';
export { requestPasswordReset, resetPassword } from '../membership/reset-password.ts';
