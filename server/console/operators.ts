import type { CurrentUser } from '../accounts/sessions/current-user.ts'
import type { Settings } from '../platform/settings.ts'

/** Returns whether the user operates the instance. Only verified email addresses count. */
export const isOperator = ({ account }: CurrentUser, { operators }: Pick<Settings, 'operators'>) =>
  account.isVerified && operators.includes(account.email.toLowerCase())
