import { testWalletTokens } from '@billing-checkout/contract'
import type { PaymentBody } from '#server/billing/charge-input/charge-draft.ts'
import type { Chance } from './chance.ts'

/** What a shopper pays with: a card typed now, a card sealed earlier, or a wallet. */
export type PaymentMeans =
  | { readonly number: string }
  | { readonly seal: string }
  | { readonly wallet: PaymentBody['payment_method'] }

/**
 * Test cards: approved (several); declined; blocked by a rule; authenticated, attempted, refused or not answered by the bank; timing out
 * after or before the charge; needing the shopper; captured later or never; never settled. Cards that a seed would rarely reach are listed
 * more than once.
 */
const typedCards = [
  '4242424242424242',
  '5555555555554444',
  '4000000000000002',
  '6011111111111117',
  '6011111111111117',
  '6011111111111117',
  '4000000000003055',
  '4000000000003071',
  '4000000000003196',
  '4000000000003147',
  '4000000000006975',
  '4000000000006983',
  '4000000000003220',
  '4000000000003220',
  '5555555555553222',
  '5555555555553222',
  '4000008400001629',
  '4000000000007775',
  '4000000000007775',
  '4000000000006660',
  '4000000000008880',
]

const wallets: readonly PaymentMeans[] = [
  ...(['PAYPAL', 'VENMO', 'CASHAPP'] as const).map((type) => ({ wallet: { type } })),
  ...testWalletTokens.map(({ type, token }) => ({ wallet: { type, details: { token } } })),
]

/** Chooses what a shopper in the sandbox pays with. */
export const choosePaymentMeans = (chance: Chance): PaymentMeans =>
  chance.happens(0.4) ? chance.pick(wallets) : { number: chance.pick(typedCards) }
