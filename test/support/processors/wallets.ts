import { accountTypes, type AccountType, type DeviceWalletType } from '@billing-checkout/contract'
import { actionPages, type ActionPages, type BankAnswer } from './bank.ts'
import type { RunningService } from '../services/running-service.ts'
import type { Shopper } from '../stories/shopper.ts'

/** A kind of payment method that is not a card. */
export type WalletType = AccountType | DeviceWalletType

/** The request body with which a widget pays with a wallet that approves. */
export const walletBody = (type: WalletType, token = `sandbox_${type.toLowerCase()}`): object => ({
  payment_method: (accountTypes as readonly string[]).includes(type) ? { type } : { type, details: { token } },
})

/** The page that a payment's shopper is sent to. */
export const walletPage = (service: RunningService, payment: { next_action: { url: string } }): ActionPages =>
  actionPages(service, payment.next_action.url)

/** Pays with a wallet, answers on its page if there is one, and returns the payment as its merchant sees it. */
export const payWithWallet = async (
  service: RunningService,
  shopper: Shopper,
  type: WalletType,
  answer: BankAnswer = 'passed',
  // A test looks into any answer; its expectation fails if something is missing.
  // oxlint-disable-next-line typescript/no-explicit-any
): Promise<any> => {
  const { status, body } = await shopper.pay({}, walletBody(type))
  if (status !== 200) throw new Error(`Not paid: ${JSON.stringify(body)}`)
  if (body.next_action) await walletPage(service, body).answer(answer)
  return (await service.send('GET', `/payments/${body.id}`)).body
}
