import { type Payment, Problem } from '@billing-checkout/contract'
import { createHash } from 'node:crypto'
import type { Billing } from '#server/billing/billing.ts'
import { charge } from '#server/billing/charge/charge.ts'
import type { PaymentBody } from '#server/billing/charge-input/charge-draft.ts'
import { readCheckout } from '#server/billing/checkout/read-checkout.ts'
import { refund } from '#server/billing/charge/refund.ts'
import { answerOnce } from '#server/http/answer-once.ts'
import { actsForMerchant, type CallerContext, type Principal } from '#server/organization/caller-context.ts'
import { violationsOfRefusals } from './violations-of-answers.ts'
import { Crash, type ProcessLife, processLifeEndingAt } from './life.ts'
import type { PaymentMeans } from './payment-means.ts'
import { sealCardWith } from './seal-card.ts'
import type { World } from './world.ts'

/** A request that a client repeats until it learns the outcome. */
export interface ClientRequest {
  readonly principal: Principal
  readonly key: string
  /** The content of the request. Its hash tells whether a repetition with the same key is the same request. */
  readonly asked: object
  readonly ask: (billing: Billing, call: CallerContext) => Promise<Payment>
  /** The sealed card in the request. */
  readonly seal: string | null
  /** The amount that the shopper has seen, in minor units; null for a merchant. */
  readonly agreed: number | null
}

/** The maximum number of tries of a request, when the server ends during each try, and how wrong the server's clock is. */
export interface RetryPlan {
  readonly max: number
  /** The life of the server process that handles a try. Tries are counted from 1. */
  readonly lifeOf: (attempt: number) => ProcessLife
  readonly skewSeconds: number
}

/** A shopper's payment of a session. The card is sealed once: every repetition sends the same seal, as would a thief who copied it. */
export const checkoutPayment = async (
  world: World,
  sessionId: string,
  means: PaymentMeans,
  key: string,
): Promise<ClientRequest> => {
  await world.clock.tellTime()
  const { quote, locale, consent, now } = await readCheckout(world.billing, {
    sessionId,
    locale: undefined,
    acceptLanguage: undefined,
    admit: (_, show) => show(),
  })
  const seal = await sealOf(world, sessionId, means)
  const body: PaymentBody = {
    payment_method: 'wallet' in means ? means.wallet : { type: 'CARD', details: { encrypted: seal ?? '' } },
    expected: {
      amount: quote?.due_now.amount ?? 0,
      currency: quote?.due_now.currency ?? 'EUR',
      quote: quote?.hash ?? 'completed',
    },
    consent: {
      text: 'I agree.',
      locale,
      version: consent.version,
      at: now.wall,
      ...(world.organization.settings.digital_supply === 'service' && { immediate_supply: 'service' as const }),
    },
    store: true,
  }
  return {
    principal: { kind: 'widget', sessionId },
    key,
    asked: body,
    ask: (billing, call) => charge(billing, call, body),
    seal,
    agreed: body.expected?.amount ?? null,
  }
}

const merchant: Principal = { kind: 'merchant', keyId: 'key_simulation', scopes: null }

/** A merchant's charge of a stored method. */
export const merchantPayment = (customerId: string, planId: string, key: string): ClientRequest => {
  const body: PaymentBody = { customer: { id: customerId }, plan: { id: planId }, metadata: { request: key } }
  return {
    principal: merchant,
    key,
    asked: body,
    ask: (billing, call) => charge(billing, call, body),
    seal: null,
    agreed: null,
  }
}

/** A merchant's refund of a part of a payment. */
export const merchantRefund = (paymentId: string, amount: number, key: string): ClientRequest => ({
  principal: merchant,
  key,
  asked: { paymentId, amount },
  ask: (billing, call) => refund(billing, call, paymentId, { amount, reason: key }),
  seal: null,
  agreed: null,
})

/** Sends a request at most `tries.max` times, until it is answered or refused, and records the answer. */
export const sendUntilAnswered = async (world: World, request: ClientRequest, tries: RetryPlan): Promise<void> => {
  for (let attempt = 1; attempt <= tries.max; attempt++) {
    const life = tries.lifeOf(attempt)
    const answer = await send(world, request, { life, billing: world.serve(life, tries.skewSeconds) })
    if (answer instanceof Problem) {
      if (answer.code !== 'idempotency_in_progress') return recordAnswer(world, request, answer)
    } else if (answer !== undefined) return recordAnswer(world, request, answer)
    world.note('a request was sent again')
    await world.stage.turn(attempt === 1 ? world.chance.below(3) : world.chance.below(90))
  }
}

/** Sends several requests to one server at the same time, once each, and records the answers. Returns the requests without an answer. */
export const sendConcurrently = async (
  world: World,
  requests: readonly ClientRequest[],
  life: ProcessLife,
): Promise<readonly ClientRequest[]> => {
  const billing = world.serveMany(life)
  const answers = await Promise.all(requests.map((request) => send(world, request, { life, billing })))
  for (const [place, answer] of answers.entries())
    if (answer !== undefined) await recordAnswer(world, requests[place]!, answer)
  return requests.filter((_, place) => answers[place] === undefined)
}

/** The server process that handles a try. */
interface Server {
  readonly life: ProcessLife
  readonly billing: Billing
}

/** Sends a request once. The result is an answer, a refusal, or nothing if the server ended before it could answer. */
const send = async (
  world: World,
  { principal, key, asked, ask }: ClientRequest,
  { life, billing }: Server,
): Promise<Payment | Problem | undefined> => {
  const call: CallerContext = {
    organization: world.organization,
    principal,
    requestId: 'req_simulation',
    address: '203.0.113.7',
    wall: billing.wallClock(),
    idempotency: { caller: callerOf(principal), key, operation: 'simulated', requestHash: hashOf(asked) },
  }
  try {
    const { answer } = await answerOnce(billing.database, call, (once) => ask(billing, once))
    // The last point at which the server may end: the answer is lost before it reaches the client.
    life.pass()
    return answer as Payment
  } catch (error) {
    if (life.hasEnded() || error instanceof Crash) {
      world.note('a request was cut off')
      return undefined
    }
    if (error instanceof Problem) return error
    throw error
  }
}

const callerOf = (principal: Principal): string =>
  actsForMerchant(principal) ? 'merchant' : `widget:${principal.sessionId}`

const hashOf = (asked: object): string => createHash('sha256').update(JSON.stringify(asked)).digest('hex')

const recordAnswer = async (
  world: World,
  { principal, key, seal, agreed }: ClientRequest,
  answer: Payment | Problem,
): Promise<void> => {
  if (answer instanceof Problem) world.note(`refused: ${answer.code}`)
  const to = { caller: callerOf(principal), key, seal, agreed }
  world.answers.push(
    answer instanceof Problem
      ? {
          ...to,
          outcome: 'refused',
          code: answer.code,
          paymentId: null,
          paymentStatus: null,
          refundTransactionId: null,
        }
      : {
          ...to,
          outcome: 'answered',
          code: null,
          paymentId: answer.id,
          paymentStatus: answer.payment_status,
          refundTransactionId: answer.refund?.status === 'succeeded' ? answer.refund.processor_transaction_id : null,
        },
  )
  if (answer instanceof Problem) {
    const books = await world.readBooks()
    const [violation] = violationsOfRefusals(books, world.answers.slice(-1))
    if (violation !== undefined) throw new Error(violation)
  }
}

const sealOf = async (world: World, sessionId: string, means: PaymentMeans): Promise<string | null> => {
  if ('wallet' in means) return null
  return 'seal' in means ? means.seal : sealCard(world, sessionId, means.number)
}

const sealCard = async ({ billing, stage }: World, sessionId: string, number: string): Promise<string> => {
  const jwk = await billing.cardKeys.publicJwk(billing.wallClock())
  return sealCardWith({ ...jwk }, sessionId, { number, cvc: '123' }, stage.now())
}

/** The life of a process that ends at a random point with probability `mortality`, otherwise never. */
export const drawnLife = ({ chance }: World, mortality: number): ProcessLife =>
  processLifeEndingAt(chance.happens(mortality) ? 1 + chance.below(60) : Infinity)
