import type { ResolvedSession } from '../quotes/resolve-session.ts'

/** Whether a session takes the code of a discount: if its merchant allows it, and it is for a purchase. */
export const takesCodes = ({ session, purpose }: Pick<ResolvedSession, 'session' | 'purpose'>): boolean =>
  session.members.options?.allow_codes === true && (purpose === 'pay' || purpose === 'subscribe')
