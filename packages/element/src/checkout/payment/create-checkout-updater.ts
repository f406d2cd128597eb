import type { Checkout } from '@billing-checkout/contract'
import type { Answer, OnUpdated, PaymentCalls, CheckoutUpdate } from '../requests/transport.ts'
import { unpromptedNotice, withdrawNotice } from '../../messages/notice.ts'
import { mayPay } from '../state/phase.ts'
import type { PaymentFlowHost } from './payment-flow-host.ts'

/**
 * Sends the server what the shopper entered, and shows the new quote. If the server refuses the update, a notice is shown, unless
 * `onAnswer` handles the refusal.
 */
export type UpdateCheckout = (update: CheckoutUpdate, onAnswer?: OnUpdated) => Promise<void>

/** Creates the `UpdateCheckout` function of a checkout. */
export const createCheckoutUpdater = (
  owner: PaymentFlowHost,
  calls: Pick<PaymentCalls, 'updateCheckout'>,
  onChange: () => void,
): UpdateCheckout => {
  /** The number of requests so far. Only the answer to the latest request counts. */
  let times = 0
  const send = async (update: CheckoutUpdate): Promise<Answer<Checkout> | null> => {
    if (owner.checkout === null || !mayPay(owner.phase)) return null
    const mine = (times += 1)
    const { locale } = owner.checkout
    const sendWith = (token: string | null) => calls.updateCheckout(update, token ?? '', locale)
    let answer = await sendWith(owner.checkout.client_token)
    if (answer.kind === 'refused' && answer.code === 'expired_credentials') {
      const read = await owner.fetchCheckout()
      if (read.kind === 'ok') answer = await sendWith(read.value.client_token)
    }
    return owner.isOver || mine !== times || !mayPay(owner.phase) ? null : answer
  }
  return async (update, onAnswer) => {
    const answer = await send(update)
    if (answer?.kind === 'ok') {
      withdrawNotice(owner, 'address_required')
      owner.applyCheckout(answer.value)
    } else if (answer && !onAnswer) {
      owner.notice = unpromptedNotice(answer.kind === 'refused' ? answer.code : 'internal')
      onChange()
    }
    onAnswer?.(answer)
  }
}
