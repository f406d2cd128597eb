import {
  type Declaration,
  type DeclarationKind,
  type Payment,
  Problem,
  type Subscription,
} from '@billing-checkout/contract'
import { addInterval } from '@billing-checkout/domain'
import type { Billing } from '#server/billing/billing.ts'
import { changeSubscription } from '#server/billing/charge/change-subscription.ts'
import { changeOwnSubscription } from '#server/billing/portal/change-own-subscription.ts'
import { charge } from '#server/billing/charge/charge.ts'
import { startSubscription } from '#server/billing/charge/start-subscription.ts'
import { receiveDeclaration } from '#server/billing/declarations/receive-declaration.ts'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { defaultConcurrency, runWork } from '#server/billing/worklist/worklist.ts'
import { updateSession } from '#server/billing/sessions/open-session.ts'
import type { PaymentBody } from '#server/billing/charge-input/charge-draft.ts'
import { refund } from '#server/billing/charge/refund.ts'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { queryReference } from '#server/billing/attempts/query-processor.ts'
import { answerConfirmation, findConfirmationByReference } from '#server/processors/sandbox/confirmations.ts'
import { grantCredit } from '#server/billing/customers/grant-credit.ts'
import { answerOnce } from '#server/http/answer-once.ts'
import type { CallerContext, Principal } from '#server/organization/caller-context.ts'
import { readBillingClock } from '#server/store/writes/billing-clock.ts'
import type { Scene, CheckoutReadyToPay } from './scenes.ts'

/** The scene and position of one verb in a meeting. */
export interface VerbContext {
  readonly billing: Billing
  readonly scene: Scene
  /** Which of the two sets of checkouts and keys the verb uses: 0 or 1. */
  readonly place: number
  /** The session that `session PATCH` changes; undefined if there is none. */
  readonly patched: string | undefined
}

/** Something that may happen to a subscription. Returns the answer or the completed work in a few words. */
export type Verb = (seat: VerbContext) => Promise<string>

const renewDue: Verb = async ({ billing }) => {
  const done = await processDueSubscriptions(billing, defaultConcurrency)
  return done.map(({ what }) => what).join(' ') || 'nothing was due'
}

const settle: Verb = async ({ billing }) => {
  const done = await runWork(billing, settlementWork)
  return done.map(({ what }) => what).join(' ') || 'nothing to settle'
}

/** The payer's bank has withdrawn the first payment, and the server queries the processor for disputes. */
const hearOfDispute: Verb = async ({ billing }) => {
  const heard = await importProcessorNews(billing, true)
  return heard.map(({ what }) => what).join(' ') || 'nothing new'
}

const merchant: Principal = { kind: 'merchant', keyId: 'key_simulation', scopes: null }

const payAt =
  (visitOf: (scene: Scene) => readonly (CheckoutReadyToPay | null)[]): Verb =>
  (seat) => {
    const visit = visitOf(seat.scene)[seat.place]
    if (!visit) return Promise.resolve('not offered')
    const { sessionId, body } = visit
    return answered(seat, { kind: 'widget', sessionId }, (call) => charge(seat.billing, call, body))
  }

const chargeByMerchant =
  (bodyOf: (scene: Scene) => PaymentBody): Verb =>
  (seat) =>
    answered(seat, merchant, (call) => charge(seat.billing, call, bodyOf(seat.scene)))

const downgrade: Verb = (seat) => {
  const visit = seat.scene.downgrades[seat.place]
  if (!visit) return Promise.resolve('not offered')
  const { subscriptionId, plans } = seat.scene
  const { sessionId, body } = visit
  const change = {
    subscription: { id: subscriptionId },
    plan: { id: plans.cheap },
    expected: body.expected,
    consent: body.consent,
  }
  return answered(seat, { kind: 'widget', sessionId }, (call) =>
    changeOwnSubscription(seat.billing, call, sessionId, change),
  )
}

const patchSession: Verb = (seat) => {
  const { patched, billing, scene } = seat
  if (patched === undefined) return Promise.resolve('not offered')
  const isRecovery = scene.recoveries.some((visit) => visit?.sessionId === patched)
  const change = isRecovery ? { payment: { metadata: { note: 'later' } } } : { plan: { id: scene.plans.dearest } }
  return answered(seat, merchant, (call) => updateSession(billing, call, patched, change))
}

/** The shopper approves in the wallet and returns. */
const approve: Verb = async ({ billing, scene, place }) => {
  const reference = scene.approvals[place]
  if (reference === undefined) return 'not offered'
  const confirmation = await findConfirmationByReference(billing.database, reference)
  if (confirmation?.state === 'open') await answerConfirmation(billing.database, confirmation, 'passed')
  await queryReference(billing, billing.processors.defaultProcessor.id, reference)
  return 'approved'
}

/** The merchant moves the next billing date to three weeks from now. */
const moveDate: Verb = async (seat) => {
  const nextBillingDate = addInterval(await readBillingClock(seat.billing.database), 'days', 21)
  return answered(seat, merchant, (call) =>
    changeSubscription(seat.billing, call, seat.scene.subscriptionId, { nextBillingDate }),
  )
}

/** The merchant schedules a plan change for the end of the period. */
const schedule: Verb = (seat) =>
  answered(seat, merchant, (call) =>
    changeSubscription(seat.billing, call, seat.scene.subscriptionId, {
      plan: { id: seat.scene.plans.cheap },
      atPeriodEnd: true,
    }),
  )

/** The merchant revokes a scheduled change. */
const undo: Verb = (seat) =>
  answered(seat, merchant, (call) =>
    changeSubscription(seat.billing, call, seat.scene.subscriptionId, { undoesScheduled: true }),
  )

/** The merchant changes the quantity, without a charge now. */
const changeQuantity: Verb = (seat) =>
  answered(seat, merchant, (call) =>
    changeSubscription(seat.billing, call, seat.scene.subscriptionId, {
      plan: { id: seat.scene.plans.basic, quantity: 3 },
    }),
  )

/** The merchant starts a free trial of another plan for the customer, without a payment method. */
const startForFree: Verb = (seat) =>
  answered(seat, merchant, (call) =>
    startSubscription(seat.billing, call, {
      customer: { id: seat.scene.customerId },
      plan: { id: seat.scene.plans.tried },
    }),
  )

/** The merchant grants the customer goodwill credit. */
const grant: Verb = (seat) =>
  answered(seat, merchant, (call) =>
    grantCredit(seat.billing, call, seat.scene.customerId, {
      amount: 700,
      currency: 'EUR',
      reason: `Gesture ${seat.place}`,
    }),
  )

/** The customer cancels or withdraws without signing in. */
const declare =
  (kind: DeclarationKind): Verb =>
  (seat) =>
    answered(seat, merchant, (call) => receiveDeclaration(seat.billing, call, { kind, email: 'mina@example.com' }))

/** The customer requests an end after the next renewal. */
const declareRequestedEnd: Verb = (seat) =>
  answered(seat, merchant, (call) =>
    receiveDeclaration(seat.billing, call, {
      kind: 'cancel',
      email: 'mina@example.com',
      requested_end_at: '2026-04-20T00:00:00.000Z',
    }),
  )

/** All verbs. `renewal` and `retry` run the same worker; the scene decides which of the two falls due. */
export const verbs = {
  renewal: renewDue,
  retry: renewDue,
  recovery: payAt(({ recoveries }) => recoveries),
  return: payAt(({ returns }) => returns),
  upgrade: payAt(({ upgrades }) => upgrades),
  'merchant upgrade': chargeByMerchant(({ customerId, subscriptionId, plans }) => ({
    customer: { id: customerId },
    subscription: { id: subscriptionId },
    plan: { id: plans.dear },
  })),
  downgrade,
  refund: (seat) => answered(seat, merchant, (call) => refund(seat.billing, call, seat.scene.firstPaymentId, {})),
  cancellation: (seat) =>
    answered(seat, merchant, (call) =>
      changeSubscription(seat.billing, call, seat.scene.subscriptionId, { status: 'cancelled' }),
    ),
  reactivation: (seat) =>
    answered(seat, merchant, (call) =>
      changeSubscription(seat.billing, call, seat.scene.subscriptionId, { status: 'active' }),
    ),
  'date move': moveDate,
  schedule,
  undo,
  settlement: settle,
  'failed settlement': settle,
  'merchant charge': chargeByMerchant(({ name, customerId, subscriptionId, plans }) =>
    name === 'past_due' || name === 'both'
      ? { customer: { id: customerId }, subscription: { id: subscriptionId } }
      : { customer: { id: customerId }, plan: { id: plans.oneOff } },
  ),
  'session PATCH': patchSession,
  dispute: hearOfDispute,
  purchase: payAt(({ purchases }) => purchases),
  approval: approve,
  quantity: changeQuantity,
  seats: payAt(({ seats }) => seats),
  'free start': startForFree,
  'discounted purchase': payAt(({ discounted }) => discounted),
  grant,
  withdrawal: declare('withdraw'),
  'declared cancellation': declare('cancel'),
  'requested end': declareRequestedEnd,
  'credited upgrade': payAt(({ upgrades }) => upgrades),
  'credited change': chargeByMerchant(({ customerId, subscriptionId, plans }) => ({
    customer: { id: customerId },
    subscription: { id: subscriptionId },
    plan: { id: plans.dearest },
  })),
  'credited charge': chargeByMerchant(({ customerId, plans }) => ({
    customer: { id: customerId },
    plan: { id: plans.oneOff },
  })),
} satisfies Readonly<Record<string, Verb>>

/** The name of a verb. */
export type VerbName = keyof typeof verbs

const answered = async (
  { billing, scene, place }: VerbContext,
  principal: Principal,
  ask: (call: CallerContext) => Promise<object>,
): Promise<string> => {
  const call: CallerContext = {
    organization: scene.organization,
    principal,
    requestId: `req_${place}`,
    address: `203.0.113.${place}`,
    wall: billing.wallClock(),
    idempotency: {
      caller: principal.kind === 'widget' ? `widget:${principal.sessionId}` : 'merchant',
      key: `key_${place}`,
      operation: 'simulated',
      requestHash: `request_${place}`,
    },
  }
  try {
    const { answer } = await answerOnce(billing.database, call, ask)
    return wordOf(answer as Partial<Payment & Subscription & Declaration>)
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

const wordOf = ({
  payment_status: paid,
  refund: refunded,
  status,
  effects,
}: Partial<Payment & Subscription & Declaration>): string =>
  effects !== undefined
    ? effects.map(({ outcome }) => outcome).join(' ')
    : paid === undefined
      ? (status ?? 'done')
      : refunded
        ? `refund ${refunded.status}`
        : paid
