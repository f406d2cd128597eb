import { type BillingClient, type BodyOf, createBillingClient, type Payment } from '@billing-checkout/client'
import { CompactEncrypt, importJWK } from 'jose'
import { randomUUID } from 'node:crypto'

/** Opens a client session and pays it. */
export const payAtCheckout = async (
  client: BillingClient,
  baseUrl: string,
  members: BodyOf<'createClientSession'>,
  number: string,
): Promise<Payment> => paySession(client, baseUrl, (await client.createClientSession(members)).id, number)

/**
 * Pays a client session as the element does: reads the checkout, agrees to its quote, and sends an encrypted card. In a real shop the card
 * frame encrypts what the shopper types, and the shop never sees a card number; here the card is a published test card.
 */
export const paySession = async (
  client: BillingClient,
  baseUrl: string,
  sessionId: string,
  number: string,
): Promise<Payment> => {
  const { client_token: token, quote, consent, locale, now } = await client.findCheckout(sessionId)
  if (token === null || quote === null) throw new Error('The checkout is not open.')
  return createBillingClient({ apiKey: token, baseUrl }).createPayment({
    payment_method: { type: 'CARD', details: { encrypted: await sealCard(client, sessionId, number) } },
    expected: { ...quote.due_now, quote: quote.hash },
    consent: { text: 'I subscribe, and pay what I was shown.', locale, version: consent.version, at: now.wall },
  })
}

/** Encrypts a card as the card frame does: only the billing server can decrypt it, for one session, once. */
const sealCard = async (client: BillingClient, sessionId: string, number: string): Promise<string> => {
  const { keys } = await client.findCardKeys()
  const card = { number: number.replaceAll(' ', ''), exp_month: 12, exp_year: 2099, cvc: '123', name: 'Mina Okafor' }
  const header = {
    alg: 'RSA-OAEP-256',
    enc: 'A256GCM',
    kid: String(keys[0]!.kid),
    sid: sessionId,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
  }
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader(header)
    .encrypt(await importJWK({ ...keys[0]! }, header.alg))
}
