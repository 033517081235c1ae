export { changePassword, isWrongPassword } from '../../people/change-password.ts';
export { deleteOwnAccount } from '../../people/delete-user.ts';
export { requestPasswordReset, resetPassword } from '../../people/reset-password.ts';
