import { randomUUID } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import type { Answer, RunningService } from '../services/running-service.ts'

/** A card as a shopper types it. */
export interface Card {
  readonly number: string
  readonly exp_month: number
  readonly exp_year: number
  readonly cvc: string
  readonly name: string | null
}

/** A card that is approved, unless parts of it are replaced. */
export const aCard = (card: Partial<Card> = {}): Card => ({
  number: '4242424242424242',
  exp_month: 12,
  exp_year: 2030,
  cvc: '123',
  name: 'Mina Okafor',
  ...card,
})

/** Seals a card like the card frame does; the header can be made invalid. */
export const sealCard = async (
  service: RunningService,
  sessionId: string,
  card: Card = aCard(),
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const { body } = await service.send('GET', '/card-keys', { key: null })
  const jwk = body.keys[0]
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: jwk.kid,
      sid: sessionId,
      iat: Math.floor(Date.now() / 1000),
      jti: randomUUID(),
      ...header,
    })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'))
}

/** The consent receipt that the widget sends. */
export const aReceipt = ({ locale, consent, now }: Answer['body']): object => ({
  text: 'I agree to what I was shown.',
  locale,
  version: consent.version,
  at: now.wall,
})

/** A shopper in front of one session's checkout. */
export interface Shopper {
  readonly sessionId: string
  /** Reads the checkout as the widget does. */
  look(): Promise<Answer>
  /** Pays what the checkout shows with a newly sealed card; parts of the body can be replaced. */
  pay(card?: Partial<Card>, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Pays like `pay`, but expects what the checkout showed at an earlier look, whatever has changed since. */
  payAsSeen(
    seen: Answer,
    card?: Partial<Card>,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
}

/** A shopper with a new session of these members. */
export const aShopper = async (service: RunningService, members: object): Promise<Shopper> => {
  const session = await service.send('POST', '/client-session', { body: members })
  if (session.status !== 200) throw new Error(`No session: ${JSON.stringify(session.body)}`)
  return shopperOf(service, session.body.id)
}

/** An e-mail address that no customer has. */
export const anEmail = (): string => `${randomUUID()}@example.com`

/** An unknown shopper who comes to buy a plan; members of the session can be replaced. */
export const aBuyer = (service: RunningService, planId: string, members: object = {}): Promise<Shopper> =>
  aShopper(service, { customer: { email: anEmail() }, plan: { id: planId }, ...members })

/** A buyer whose country the merchant states, unless it is null. */
export const aBuyerIn = (service: RunningService, country: string | null, planId: string): Promise<Shopper> =>
  aBuyer(service, planId, { customer: { email: anEmail(), ...(country !== null && { country }) } })

/** A shopper with an existing session. */
export const shopperOf = (service: RunningService, sessionId: string): Shopper => {
  const look = () => service.send('GET', `/checkout/${sessionId}`, { key: null })
  const payAsSeen: Shopper['payAsSeen'] = async ({ body: checkout }, card = {}, body = {}, headers = {}) => {
    const { due_now: due, hash } = checkout.quote
    return service.send('POST', '/payments', {
      key: checkout.client_token,
      headers,
      body: {
        payment_method: {
          type: 'CARD',
          details: { encrypted: await sealCard(service, sessionId, aCard(card)) },
        },
        expected: { amount: due.amount, currency: due.currency, quote: hash },
        consent: aReceipt(checkout),
        ...body,
      },
    })
  }
  return { sessionId, look, payAsSeen, pay: async (...given) => payAsSeen(await look(), ...given) }
}

/** A plan of 9.99 euros a month, unless members are replaced. */
export const aMonthlyPlan = (plan: object = {}): object => ({
  name: 'Reader',
  type: 'recurring',
  interval: 'months',
  interval_count: 1,
  price: { default: { amount: 999, currency: 'EUR' }, countries: [] },
  ...plan,
})

/** Creates a plan and returns it. */
export const createPlan = async (service: RunningService, plan: object = aMonthlyPlan()) => {
  const { status, body } = await service.send('POST', '/plans', { body: plan })
  if (status !== 200) throw new Error(`No plan: ${JSON.stringify(body)}`)
  return body
}
