import type { CheckoutPurpose } from '@billing-checkout/contract'
import type { ClientSessionRow } from '../../store/rows.ts'

/** Whether a session takes the code of a discount: if its merchant allows it, and it is for a purchase. */
export const takesCodes = ({
  session,
  purpose,
}: {
  readonly session: Pick<ClientSessionRow, 'members'>
  readonly purpose: CheckoutPurpose | null
}): boolean => session.members.options?.allow_codes === true && (purpose === 'pay' || purpose === 'subscribe')
