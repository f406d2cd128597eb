import type { CheckoutPurpose } from '@billing-checkout/contract'
import type { ClientSessionRow } from '../../store/rows.ts'

/** Whether a shopper may enter a discount code in a session: only if the merchant allows it and the session is for a purchase. */
export const takesCodes = ({
  session,
  purpose,
}: {
  readonly session: Pick<ClientSessionRow, 'members'>
  readonly purpose: CheckoutPurpose | null
}): boolean => session.members.options?.allow_codes === true && (purpose === 'pay' || purpose === 'subscribe')
