import type { Checkout } from '@billing-checkout/contract'
import type { Answer, OnSaid, PaymentCalls, Said } from '../requests/transport.ts'
import { newsNotice, withdrawNotice } from '../state/notice.ts'
import { mayPay } from '../state/phase.ts'
import type { PaymentOwner } from './payment-owner.ts'

/** Tells the server what the shopper says, and shows what is due then; a refusal is a notice unless `onAnswer` takes the answer. */
export type Locate = (said: Said, onAnswer?: OnSaid) => Promise<void>

/** Makes the function that tells the server what the shopper says. */
export const createLocate = (
  owner: PaymentOwner,
  calls: Pick<PaymentCalls, 'locate'>,
  onChange: () => void,
): Locate => {
  /** How often the shopper has said something: only the last answer counts. */
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
