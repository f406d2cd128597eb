import type { Checkout } from '@billing-checkout/contract'
import type { Answer, OnSaid, PaymentCalls, Said } from '../requests/transport.ts'
import { newsNotice, withdrawNotice } from '../../messages/notice.ts'
import { mayPay } from '../state/phase.ts'
import type { PaymentOwner } from './payment-owner.ts'

/**
 * Sends what the shopper entered to the server, and shows the new quote. If the server refuses it, a notice is shown, unless `onAnswer`
 * handles the refusal.
 */
export type Locate = (said: Said, onAnswer?: OnSaid) => Promise<void>

/** Creates the `Locate` function of a checkout. */
export const createLocate = (
  owner: PaymentOwner,
  calls: Pick<PaymentCalls, 'locate'>,
  onChange: () => void,
): Locate => {
  /** The number of requests so far. Only the answer to the latest request counts. */
  let times = 0
  const tell = async (said: Said): Promise<Answer<Checkout> | null> => {
    if (owner.checkout === null || !mayPay(owner.phase)) return null
    const mine = (times += 1)
    const { locale } = owner.checkout
    const send = (token: string | null) => calls.locate(said, token ?? '', locale)
    let answer = await send(owner.checkout.client_token)
    if (answer.kind === 'refused' && answer.code === 'expired_credentials') {
      const read = await owner.look()
      if (read.kind === 'ok') answer = await send(read.value.client_token)
    }
    return owner.isOver || mine !== times || !mayPay(owner.phase) ? null : answer
  }
  return async (said, onAnswer) => {
    const answer = await tell(said)
    if (answer?.kind === 'ok') {
      withdrawNotice(owner, 'address_required')
      owner.take(answer.value)
    } else if (answer && !onAnswer) {
      owner.notice = newsNotice(answer.kind === 'refused' ? answer.code : 'internal')
      onChange()
    }
    onAnswer?.(answer)
  }
}
