import type { PaymentCalls, Place } from '../requests/transport.ts'
import { newsNotice } from '../state/notice.ts'
import { mayPay } from '../state/phase.ts'
import type { PaymentOwner } from './payment-owner.ts'

/** Makes the function that tells the server where the shopper is, and shows the price with the tax that is due there. */
export const createLocate = (
  owner: PaymentOwner,
  calls: Pick<PaymentCalls, 'locate'>,
  onChange: () => void,
): ((place: Place) => Promise<void>) => {
  /** How often the shopper has entered a place: only the last answer counts. */
  let said = 0
  return async (place) => {
    if (owner.checkout === null || !mayPay(owner.phase)) return
    const mine = (said += 1)
    const { client_token: token, locale } = owner.checkout
    const answer = await calls.locate(place, token ?? '', locale)
    if (owner.isOver || mine !== said || !mayPay(owner.phase)) return
    if (answer.kind === 'ok') {
      owner.withdraw('address_required')
      return owner.take(answer.value)
    }
    owner.notice = newsNotice(answer.kind === 'refused' ? answer.code : 'internal')
    onChange()
  }
}
