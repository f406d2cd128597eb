import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { JWK } from 'jose'
import { sealCardWith, type TypedDigits } from '../simulation/seal-card.ts'
import type { ClientAnswer } from '../simulation/world.ts'

/** The service as a client sees it, at its current address. */
export interface Service {
  url(): string
  readonly key: string
  /** Makes the method with which a shopper pays, if this client does not seal cards. */
  readonly newCard?: () => object
  /** Receives every answer. */
  readonly hear?: (answer: Answer) => void
}

/** The answer to a request; `status` is 0 if there was none. */
export interface Answer {
  readonly status: number
  // Tests read members of any answer. If a member is missing, the test's expectation fails.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  /** The `Retry-After` header. */
  readonly retryAfter?: string | null
}

/** A request, and the idempotency key that identifies it when it is retried. */
export interface Sent {
  /** An object is sent as JSON, text unchanged. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  readonly credential?: string | null
  readonly idempotencyKey?: string
}

/** Sends a request once. */
export const send = async (service: Service, method: string, path: string, sent: Sent = {}): Promise<Answer> => {
  const credential = sent.credential === undefined ? service.key : sent.credential
  try {
    const response = await fetch(`${service.url()}${path}`, {
      method,
      headers: {
        ...(credential === null ? {} : { Authorization: `Bearer ${credential}` }),
        ...(sent.body ? { 'Content-Type': 'application/json' } : {}),
        ...sent.headers,
        ...(sent.idempotencyKey ? { 'Idempotency-Key': sent.idempotencyKey } : {}),
      },
      ...(sent.body ? { body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body) } : {}),
      signal: AbortSignal.timeout(10_000),
    })
    const retryAfter = response.headers.get('Retry-After')
    const answer = { status: response.status, body: read(await response.text()), retryAfter }
    service.hear?.(answer)
    return answer
  } catch {
    return { status: 0, body: null }
  }
}

/** Parses JSON. A text that is no JSON, such as a page, is returned unchanged. */
const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sends a request until the server answers it, while `goesOn` returns true. A refusal counts as an answer, a server error does not. */
export const sendUntilAnswered = async (
  service: Service,
  goesOn: () => boolean,
  ...request: [method: string, path: string, sent?: Sent]
): Promise<Answer | undefined> => {
  while (goesOn()) {
    const answer = await send(service, ...request)
    const code = answer.body?.error?.code as string | undefined
    if (answer.status > 0 && answer.status < 500 && code !== 'idempotency_in_progress') return answer
    await wait(50 + Math.random() * 150)
  }
  return undefined
}

/** The plans and customers that clients use. */
export interface Goods {
  readonly monthlyPlanId: string
  readonly oneOffPlanId: string
  /** Customers with a stored card. */
  readonly customers: readonly string[]
}

/** Creates a shop over HTTP: two plans, and customers who have paid once and stored their card. */
export const stockShop = async (service: Service): Promise<Goods> => {
  const price = (amount: number) => ({ default: { amount, currency: 'EUR' }, countries: [] })
  const monthly = { name: 'Reader', type: 'recurring', interval: 'months', price: price(999) }
  const plans = [monthly, { name: 'Atlas', type: 'one-off', price: price(2500) }]
  const [monthlyPlanId, oneOffPlanId] = await Promise.all(
    plans.map(async (body) => (await send(service, 'POST', '/plans', { body })).body.id as string),
  )
  const customers: string[] = []
  while (customers.length < 4) {
    const payment = await checkout(service, () => true, { planId: oneOffPlanId!, email: `${randomUUID()}@example.com` })
    if (payment?.answer?.body.payment_status === 'SETTLING') customers.push(payment.answer.body.customer.id as string)
  }
  return { monthlyPlanId: monthlyPlanId!, oneOffPlanId: oneOffPlanId!, customers }
}

/** Pays a new session with a new card, and retries whatever gets no answer. */
export const checkout = async (
  service: Service,
  goesOn: () => boolean,
  { planId, email, ...card }: Purchase,
): Promise<{ readonly caller: string; readonly key: string; readonly answer: Answer | undefined } | undefined> => {
  const members = { customer: { email }, plan: { id: planId } }
  const session = await sendUntilAnswered(service, goesOn, 'POST', '/client-session', { body: members })
  const sessionId = session?.body.id as string
  const look = await sendUntilAnswered(service, goesOn, 'GET', `/checkout/${sessionId}`, { credential: null })
  const keys = await sendUntilAnswered(service, goesOn, 'GET', '/card-keys', { credential: null })
  if (session === undefined || look === undefined || keys === undefined) return undefined
  const { quote, consent, locale, now } = look.body
  const { due_now: due, hash } = quote
  const seal = () => sealCardWith(keys.body.keys[0] as JWK, sessionId, { ...aCard, ...card }, Date.now())
  const details = service.newCard?.() ?? { encrypted: await seal() }
  const key = randomUUID()
  const answer = await sendUntilAnswered(service, goesOn, 'POST', '/payments', {
    credential: look.body.client_token as string,
    idempotencyKey: key,
    body: {
      payment_method: { type: 'CARD', details },
      expected: { amount: due.amount, currency: due.currency, quote: hash },
      consent: { text: 'I agree.', locale, version: consent.version, at: now.wall },
      store: true,
    },
  })
  return { caller: `widget:${sessionId}`, key, answer }
}

/** What a shopper buys, and with which card; by default, one that is approved. */
export interface Purchase extends Partial<TypedDigits> {
  readonly planId: string
  readonly email: string
}

const aCard: TypedDigits = { number: '4242424242424242', cvc: '123' }

/** Buys, charges and refunds as fast as the server answers, while `goesOn` returns true. Records the answers in `told`. */
export const hammer = async (
  service: Service,
  goods: Goods,
  told: ClientAnswer[],
  goesOn: () => boolean,
): Promise<void> => {
  const note = (caller: string, key: string, answer: Answer | undefined) => {
    if (answer !== undefined) told.push(toldOf(caller, key, answer))
  }
  const actions = [
    async () => {
      const planId = pick([goods.monthlyPlanId, goods.oneOffPlanId])
      const bought = await checkout(service, goesOn, { planId, email: `${randomUUID()}@example.com` })
      if (bought !== undefined) note(bought.caller, bought.key, bought.answer)
    },
    async () => {
      const key = randomUUID()
      const body = {
        customer: { id: pick(goods.customers) },
        plan: { id: goods.oneOffPlanId },
        metadata: { request: key },
      }
      note(
        'merchant',
        key,
        await sendUntilAnswered(service, goesOn, 'POST', '/payments', { body, idempotencyKey: key }),
      )
    },
    async () => {
      const paid = told.findLast(({ paymentStatus }) => paymentStatus === 'SETTLING')
      if (paid === undefined) return
      const key = randomUUID()
      const path = `/payments/refund/${paid.paymentId}`
      const body = { amount: 100 }
      note('merchant', key, await sendUntilAnswered(service, goesOn, 'POST', path, { body, idempotencyKey: key }))
    },
  ]
  while (goesOn()) await pick(actions)()
}

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!

const toldOf = (caller: string, key: string, { status, body }: Answer): ClientAnswer => ({
  caller,
  key,
  outcome: status === 200 ? 'answered' : 'refused',
  code: body.error?.code ?? null,
  paymentId: body.id ?? null,
  paymentStatus: body.payment_status ?? null,
  seal: null,
  agreed: null,
  refundTransactionId: body.refund?.status === 'succeeded' ? body.refund.processor_transaction_id : null,
})
