import { generateKeyPairSync } from 'node:crypto'
import { aCheckout, aPayment, type CheckoutWishes } from '@billing-checkout/element/testing'
import { states } from './states.ts'

/** The answer to send: JSON with a status, or `null` for an answer that never comes. */
export type Reply = { readonly status: number; readonly body: unknown } | null

/**
 * A fake billing service without memory: the session id `<state>.<mode>` decides every answer, so any number of pages
 * can use it at once.
 */
export const replyTo = (method: string, url: URL): Reply => {
  const [, area = '', id = ''] = url.pathname.split('/')
  if (area === 'checkout') return readCheckout(id, url)
  if (area === 'payments' && method === 'POST') return pay(url)
  if (area === 'payments') return readPayment(url)
  if (area === 'subscriptions') return ok(null)
  return refusal(404, 'not_found')
}

const readCheckout = (id: string, { origin, searchParams }: URL): Reply => {
  const { state, mode } = partsOf(id)
  const { wishes = {}, trouble } = states[state] ?? { trouble: 'missing' as const }
  if (trouble === 'never') return null
  if (trouble === 'lost') return refusal(503, 'unavailable')
  if (trouble === 'missing') return refusal(404, 'not_found')
  const locale = searchParams.get('locale') ?? 'en'
  const checkout = aCheckout({ ...wishes, sessionId: id, locale, mode })
  // The element sends this token with a payment. The token is the session id, so that the fake knows the checkout.
  const client_token = checkout.client_token === null ? null : id
  const payment = checkout.payment && forDue(checkout.payment, wishes)
  return ok(at(origin, { ...checkout, client_token, payment }))
}

/** Gives a payment the amount that is due in a checkout. */
const forDue = (payment: ReturnType<typeof aPayment>, wishes: CheckoutWishes = {}): ReturnType<typeof aPayment> => ({
  ...payment,
  amount: aCheckout(wishes).quote?.due_now.amount ?? payment.amount,
})

const pay = (url: URL): Reply => {
  const { answer = aPayment('SETTLING'), wishes } = states[partsOf(url.searchParams.get('session') ?? '').state] ?? {}
  if (answer === null) return null
  return 'code' in answer ? refusal(answer.status, answer.code) : ok(forDue(answer, wishes))
}

/** Always returns the same payment, because the fake has no memory. So a payment that waits for the bank waits forever. */
const readPayment = ({ origin, searchParams }: URL): Reply => {
  const { wishes } = states[partsOf(searchParams.get('session') ?? '').state] ?? {}
  return ok(at(origin, forDue(wishes?.payment ?? aPayment('PENDING'), wishes)))
}

/** The body with `origin` in place of each `{origin}`. */
const at = (origin: string, body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll('{origin}', origin)) as unknown

const partsOf = (id: string): { readonly state: string; readonly mode: 'sandbox' | 'live' } => {
  const [state = '', mode = ''] = id.split('.')
  return { state, mode: mode === 'live' ? 'live' : 'sandbox' }
}

const ok = (body: unknown): Reply => ({ status: 200, body })

const refusal = (status: number, code: string): Reply => ({
  status,
  body: { error: { code, message: `The playground was told to answer ${code}.`, details: [], request_id: 'req_0' } },
})

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The settings in the card frame's document for `sessionId`. The key is real, so the frame really encrypts. */
export const frameConfigOf = (sessionId: string) => ({
  session_id: sessionId,
  card_key: { ...publicKey.export({ format: 'jwk' }), kid: 'playground', alg: 'RSA-OAEP-256', use: 'enc' },
  wall: new Date().toISOString(),
  parent_origins: null,
  mode: partsOf(sessionId).mode,
  protocol: 1,
})
