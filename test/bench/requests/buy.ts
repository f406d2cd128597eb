import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { randomUUID } from 'node:crypto'
import type { Send } from './send-all.ts'

/** The result of a whole sale. */
export interface Sale {
  readonly payment: { readonly customer: { readonly id: string }; readonly subscription: { readonly id: string } }
  /** The last answer: the checkout with its receipt. */
  readonly receipt: string
}

/**
 * Makes a whole sale to a new shopper: the merchant opens a session, its page and the card frame load what they need, the shopper pays
 * with a card that is sealed here, and the page is loaded once more.
 */
export const buy = async (
  send: Send,
  { key, planId, number = usualNumber }: { readonly key: string; readonly planId: string; readonly number?: string },
): Promise<Sale> => {
  const asked = async (...sent: Parameters<Send>) => JSON.parse(await send(...sent))
  const session = await asked({
    method: 'POST',
    path: '/client-session',
    headers: { authorization: `Bearer ${key}` },
    body: { customer: { email: `${randomUUID()}@example.com`, country: 'JP' }, plan: { id: planId } },
  })
  const path = `/checkout/${session.id}`
  const checkout = await asked({ method: 'GET', path })
  const { keys } = await asked({ method: 'GET', path: '/card-keys' })
  const { due_now: due, hash } = checkout.quote
  const payment = await asked({
    method: 'POST',
    path: '/payments',
    headers: { authorization: `Bearer ${checkout.client_token}` },
    body: {
      payment_method: { type: 'CARD', details: { encrypted: await seal(keys[0], session.id, number) } },
      expected: { amount: due.amount, currency: due.currency, quote: hash },
      consent: {
        text: 'I agree to what I was shown.',
        locale: checkout.locale,
        version: checkout.consent.version,
        at: checkout.now.wall,
      },
    },
  })
  if (payment.payment_status !== 'SETTLING')
    throw new Error(`A payment of the benchmarks ended as ${payment.payment_status}.`)
  return { payment, receipt: await send({ method: 'GET', path }) }
}

const usualNumber = '4242424242424242'

const card = { exp_month: 12, exp_year: 2090, cvc: '123', name: null }

const seal = async (jwk: JWK, sessionId: string, number: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ ...card, number })))
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      ...(jwk.kid !== undefined && { kid: jwk.kid }),
      sid: sessionId,
      iat: Math.floor(Date.now() / 1000),
      jti: randomUUID(),
    })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'))
