import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, type FakeStripe } from '@billing-checkout/stripe/testing'
import type { Billing } from '#server/billing/billing.ts'
import { disputeWork } from '#server/billing/disputes/query-disputes.ts'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { Processor } from '#server/processors/processor.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import type { PaymentMeans } from '../payment-means.ts'
import type { PlayedProcessor, WorldAccess } from '../played-processor.ts'
import { addStripeEntries } from './fake-ledger.ts'
import { faultyNetwork, type Network } from './faulty-network.ts'
import { violationsOfFinishedStripe, violationsOfStripe } from './violations-of-stripe.ts'

/** The id of the Stripe connection in every world. */
export const stripeConnectionId = 'con_stripe'
/** The secret key of every world's account. */
export const secretKey = 'sk_test_fake'

/** Stripe's adapter with the official client. It reaches the fake of Stripe over a network in which every request may fail. */
export const playStripe = (
  fake: FakeStripe,
  access: WorldAccess,
  { badness, notificationSecret }: { readonly badness: number; readonly notificationSecret: string | null },
): PlayedProcessor => {
  const { stage, chance } = access
  const connectedAt = new Date(stage.now() - 60_000)
  const open = (network: Network): Processor =>
    stripeProcessor(
      accountOptionsOf(fake, {
        connection: stripeConnectionId,
        secretKey,
        connectedAt,
        notificationSecrets: notificationSecret === null ? [] : [{ secret: notificationSecret, goodUntil: null }],
        environment: { ...network, now: () => new Date(stage.now()), random: () => 0.5 },
      }),
    )
  const networkOf = faultyNetwork(fake, access, badness)
  return {
    processor: withHostedFields(open({ fetch, wait: async () => {} })),
    reach(life, takeTurn) {
      const network = networkOf(life, takeTurn)
      return adapterPerCall(() => open(network))
    },
    complete: (books) => addStripeEntries(books, fake),
    chooseMeans: () => aNewCard(fake, chance.pick(newCards)),
    async answer({ preparedId }, answer) {
      if (preparedId !== null) fake.answer(preparedId, answer === 'passed' ? 'agree' : 'refuse')
    },
    cards,
    hearNews: async (billing: Billing) => {
      if (access.isCalm()) decideDisputes(fake, access)
      await importProcessorNews(billing, true)
      await runWork(billing, disputeWork)
    },
    violations: () => violationsOfStripe(fake),
    violationsOfFinished: (books) => violationsOfFinishedStripe(fake, books),
    // For a day, Stripe answers an idempotency key with the same server error. The last pauses are longer.
    end: { pauses: [250, 3600, 8 * 3600, 25 * 3600, 25 * 3600], agreesAtOnce: false, days: 5 },
    calm() {
      fake.addKey(secretKey)
      // From now on, every refund succeeds.
      for (const kept of fake.books.methods.values()) {
        const { refund: _, ...behavior } = kept.behavior
        Object.assign(kept, { behavior })
      }
    },
  }
}

/**
 * A processor that opens a new adapter for each call. Calls of one adapter share readings of Stripe's lists, and a story that waits for
 * another story's reading would never get its turn.
 */
const adapterPerCall = <Part extends object>(open: () => Part): Part =>
  new Proxy(open(), {
    get(shared, name) {
      const openMember = () => Reflect.get(open(), name) as object
      const member: unknown = Reflect.get(shared, name)
      if (name === 'twoSteps' || name === 'customers') return adapterPerCall(openMember)
      if (typeof member !== 'function') return member
      return (...given: readonly unknown[]) => (openMember() as (...given: readonly unknown[]) => unknown)(...given)
    },
  })

/** Lets the banks decide every open dispute. */
export const decideDisputes = (fake: FakeStripe, { chance, note }: Pick<WorldAccess, 'chance' | 'note'>): void => {
  for (const { id, status } of fake.books.disputes.values()) {
    if (status !== 'needs_response' && status !== 'warning_needs_response') continue
    const end = status === 'needs_response' ? chance.pick(['won', 'lost'] as const) : 'warning_closed'
    fake.closeDispute(id, end)
    note(`a dispute was ${end}`)
  }
}

/** A card that its shopper has just typed into Stripe's fields. */
const aNewCard = (fake: FakeStripe, like: string): PaymentMeans => ({
  wallet: { type: 'CARD', details: { processor_token: fake.addMethod(like), connection: stripeConnectionId } },
})

const cards = {
  stored: ['4242424242424242', '4242424242424242', '4000000000000341'],
  capturedLater: '4242424242424242',
}

/** Cards that are approved; declined; challenged; approved and disputed; or whose refunds stay pending or fail later. */
const newCards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_chargeDeclined',
  'pm_card_visa_chargeDeclinedInsufficientFunds',
  'pm_card_chargeCustomerFail',
  'pm_card_threeDSecure2Required',
  'pm_card_threeDSecure2Required',
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_threeDSecureRequiredChargeDeclined',
  'pm_card_createDispute',
  'pm_card_createDisputeProductNotReceived',
  'pm_card_createDisputeInquiry',
  'pm_card_pendingRefund',
  'pm_card_refundFail',
]
