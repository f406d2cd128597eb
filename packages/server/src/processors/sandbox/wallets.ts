import {
  type AccountType,
  accountTypes,
  type PaymentMethodDetails,
  type TestCard,
  testCards,
  testWalletTokens,
} from '@billing-checkout/contract'

/** The account behind one kind of wallet, which behaves like a test card that approves. */
export const findAccount = (type: AccountType): TestCard => accounts[type]

/** What the payment token of a device's wallet stands for. */
export const findWalletToken = (token: string): TestCard | undefined =>
  deviceCards.find(({ number }) => number === token)

const accounts = Object.fromEntries(
  accountTypes.map((type) => [type, { number: type, brand: type.toLowerCase(), title: `${type} account` }]),
) as Record<AccountType, TestCard>

const deviceCards: readonly TestCard[] = testWalletTokens.map(({ token, title, declines }) => ({
  number: token,
  brand: 'visa',
  title,
  ...(declines && { declines }),
}))

/** Everything that a stored token of the sandbox may stand for. */
export const chargeable: readonly TestCard[] = [...testCards, ...Object.values(accounts), ...deviceCards]

/** What is learnt of a wallet when it is charged; nothing of a card, which was known before. */
export const walletDetails = (card: TestCard | undefined): PaymentMethodDetails | undefined => {
  if (card === undefined) return undefined
  if (deviceCards.includes(card)) return deviceCardDetails
  return accountDetails[card.number]
}

const accountDetails: Readonly<Record<string, PaymentMethodDetails>> = {
  PAYPAL: {
    payer_info: {
      email: 'pat.payer@example.com',
      first_name: 'Pat',
      last_name: 'Payer',
      payer_id: 'SANDBOXPAYER1',
    },
  },
  VENMO: { username: 'pat-payer' },
  CASHAPP: { cashtag: '$patpayer' },
}

/** The card behind a device's wallet: a token of its network, not the number on the plastic. */
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
