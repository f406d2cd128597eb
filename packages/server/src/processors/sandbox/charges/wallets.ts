import {
  type AccountType,
  accountTypes,
  type DeviceWalletType,
  type PaymentMethodDetails,
  type TestCard,
  testCards,
  testWalletTokens,
} from '@billing-checkout/contract'
import type { LearntMethod } from '../../processor.ts'

/** The account of one kind of wallet, which behaves like a test card that is approved. */
export const findAccount = (type: AccountType): TestCard => accounts[type]

/** The card behind the payment token of a device wallet; `undefined` if the token is from another kind of wallet. */
export const findWalletToken = (type: DeviceWalletType, token: string): TestCard | undefined =>
  testWalletTokens.some((published) => published.type === type && published.token === token)
    ? deviceCards.find(({ number }) => number === token)
    : undefined

/** Whether this is an account, which has neither a card network nor an address to check. */
export const isAccount = (card: TestCard | undefined): boolean => card !== undefined && card.number in accounts

const accounts = Object.fromEntries(
  accountTypes.map((type) => [type, { number: type, brand: type.toLowerCase(), title: `${type} account` }]),
) as Record<AccountType, TestCard>

const deviceCards: readonly TestCard[] = testWalletTokens.map(({ token, title, declines }) => ({
  number: token,
  brand: 'visa',
  title,
  ...(declines && { declines }),
}))

/** Everything that a stored sandbox token may represent. */
export const chargeableMethods: readonly TestCard[] = [...testCards, ...Object.values(accounts), ...deviceCards]

/** The details of a wallet or account that a charge reveals; `undefined` for a card, which was already known. */
export const learntMethodOf = (card: TestCard | undefined): LearntMethod | undefined => {
  if (card === undefined) return undefined
  return deviceCards.includes(card) ? { details: deviceCardDetails, accountId: 'sandbox card 1' } : payers[card.number]
}

const payers: Readonly<Record<string, LearntMethod>> = {
  PAYPAL: {
    details: {
      payer_info: {
        email: 'pat.payer@example.com',
        first_name: 'Pat',
        last_name: 'Payer',
        payer_id: 'SANDBOXPAYER1',
      },
    },
    accountId: 'SANDBOXPAYER1',
  },
  VENMO: { details: { username: 'pat-payer' }, accountId: 'pat-payer' },
  CASHAPP: { details: { cashtag: '$patpayer' }, accountId: '$patpayer' },
}

/** The details of the card behind a device wallet. They describe its network token, not the number on the plastic. */
const deviceCardDetails: PaymentMethodDetails = {
  bin: '424242',
  bin_data: {
    brand: 'visa',
    country: 'US',
    currency_code: 'USD',
    description: 'Sandbox wallet card',
    funding: 'credit',
    issuer: 'Sandbox bank',
    type: 'consumer',
  },
  exp_month: 12,
  exp_year: 2099,
  is_network_tokenized: true,
  last4: '4242',
  number: '424242******4242',
}
