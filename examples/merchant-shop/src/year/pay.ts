import { type BillingClient, type BodyOf, createBillingClient, type Payment } from '@billing-checkout/client'
import { CompactEncrypt, importJWK } from 'jose'
import { randomUUID } from 'node:crypto'

/** Published test cards, named for what their banks do. */
export const cards = {
  good: ['4242424242424242', '5555555555554444', '4242424242424242', '378282246310005', '6011111111111117'],
  /** Declines every charge after the first. */
  tired: '4000000000000341',
  poor: '4000000000009995',
  disputedAndLost: '4000000000000259',
  disputedAndWon: '4000000000002685',
  inquiry: '4000000000001976',
  lateRefund: '4000000000007726',
} as const

/** Opens a client session and pays it, as a shopper would in the checkout. */
export const payAtCheckout = async (
  client: BillingClient,
  baseUrl: string,
  members: BodyOf<'createClientSession'>,
  number: string,
): Promise<Payment> => {
  const { id } = await client.createClientSession({ ...members, options: { trial: 'always', ...members.options } })
  const { client_token: token, quote, consent, locale, now } = await client.findCheckout(id)
  if (token === null || quote === null) throw new Error(`The checkout of ${id} is not open.`)
  return createBillingClient({ apiKey: token, baseUrl }).createPayment({
    payment_method: {
      type: 'CARD',
      details: { encrypted: await sealCard(client, id, number, members.customer?.full_name ?? null) },
    },
    expected: { ...quote.due_now, quote: quote.hash },
    consent: { text: 'I pay what I was shown.', locale, version: consent.version, at: now.wall },
  })
}

/** Encrypts a card as the card frame does. */
const sealCard = async (client: BillingClient, sid: string, number: string, name: string | null): Promise<string> => {
  const { keys } = await client.findCardKeys()
  const card = { number, exp_month: 8, exp_year: 2034, cvc: number.startsWith('37') ? '1234' : '123', name }
  const iat = Math.floor(Date.now() / 1000)
  const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: String(keys[0]!.kid), sid, iat, jti: randomUUID() }
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader(header)
    .encrypt(await importJWK({ ...keys[0]! }, header.alg))
}
