import type { PaymentCalls, Said } from '../requests/transport.ts'
import { newsNotice, withdrawNotice } from '../state/notice.ts'
import { mayPay } from '../state/phase.ts'
import type { PaymentOwner } from './payment-owner.ts'

/** Makes the function that tells the server what the shopper says, and shows what is due then. */
export const createLocate = (
  owner: PaymentOwner,
  calls: Pick<PaymentCalls, 'locate'>,
  onChange: () => void,
): ((said: Said) => Promise<void>) => {
  /** How often the shopper has said something: only the last answer counts. */
  let times = 0
  return async (said) => {
    if (owner.checkout === null || !mayPay(owner.phase)) return
    const mine = (times += 1)
    const { locale } = owner.checkout
    const send = (token: string | null) => calls.locate(said, token ?? '', locale)
    let answer = await send(owner.checkout.client_token)
    if (answer.kind === 'refused' && answer.code === 'expired_credentials') {
      const read = await owner.look()
      if (read.kind === 'ok') answer = await send(read.value.client_token)
    }
    if (owner.isOver || mine !== times || !mayPay(owner.phase)) return
    if (answer.kind === 'ok') {
      withdrawNotice(owner, 'address_required')
      return owner.take(answer.value)
    }
    owner.notice = newsNotice(answer.kind === 'refused' ? answer.code : 'internal')
    onChange()
  }
}
