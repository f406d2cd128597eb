import { declineCodes } from '@billing-checkout/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { leaseSecondsFor } from '../lease-seconds.ts'
import type { AuthorizeRequest, RefundRequest, Processor } from '../processor.ts'
import { aCapture, aCharge, aReference, aRefund, transactionOf, typedCard } from './processor-requests.ts'
import { testAmountsOnSteps } from './money/amounts-on-steps.ts'
import { testBookedDays } from './money/booked-days.ts'
import { testCustomerRecords } from './shoppers/customer-records.ts'
import { testListsOfTransactions } from './money/lists-of-transactions.ts'
import { testNewsOfRefunds } from './money/news-of-refunds.ts'
import { type DisputedCards, testDisputes } from './money/disputes.ts'
import { type RefundElsewhere, testFoundRefunds } from './money/found-refunds.ts'
import { testHeldMoney } from './money/held-money.ts'
import { type Notify, testNotifications } from './notifications.ts'
import { testReferences } from './references.ts'
import { testShopperActions } from './shoppers/shopper-actions.ts'
import { testStoredMethods } from './shoppers/stored-methods.ts'
import { testTokensOfCards, type Tokenize } from './shoppers/tokens-of-cards.ts'
import { testTwoSteps } from './two-steps.ts'
import { testWallets, type WalletsOfProcessor } from './shoppers/wallets.ts'

/** The card numbers of a processor's test mode. */
export interface CardsOfProcessor {
  readonly approves: string
  readonly declines: string
  /** A card whose charges are only authorized until a request captures them; null if the processor captures everything at once. */
  readonly holds: string | null
  /** A card whose refunds are pending first and arrive within a month; null if refunds are never pending. */
  readonly refundsLater: string | null
  /** A card whose first refund is reported as successful and fails within a month; null if there is no such card. */
  readonly refundFails: string | null
  /** Test cards whose charges are disputed; null if the processor has none. */
  readonly disputed: DisputedCards | null
  /** Refunds a charge as a merchant would in the processor's own dashboard. */
  readonly refundElsewhere: RefundElsewhere
  /** Makes a notification like the processor's own; null if the processor sends none. */
  readonly notify: Notify | null
  /** Makes a token of a card as the processor's own fields would; null if it accepts no such tokens. */
  readonly tokenize: Tokenize | null
  /** A card that requires 3-D Secure; null if no card does. */
  readonly challenges: string | null
  /** The wallets that the processor charges; null if it charges only cards. */
  readonly wallets: WalletsOfProcessor | null
}

/** Tests what a processor's port promises. `open` creates a processor that has seen none of our references. */
export const describeProcessor = (name: string, cards: CardsOfProcessor, open: () => Promise<Processor>): void => {
  describe(`${name} keeps the promises of its port:`, () => {
    let processor: Processor
    beforeAll(async () => {
      processor = await open()
    })
    const pay = (request: Partial<AuthorizeRequest> = {}) =>
      processor.authorize({ ...aCharge(cards.approves), ...request })
    const payDeclined = () => processor.authorize(aCharge(cards.declines))
    /** Makes a charge, and captures it if the processor has not done so already. Returns the transaction. */
    const payAndCapture = async (request: Partial<AuthorizeRequest> = {}) => {
      const charge = { ...aCharge(cards.approves), ...request }
      const outcome = await processor.authorize(charge)
      const transactionId = transactionOf(outcome)
      if (outcome.kind === 'approved' && !outcome.captured && charge.amount > 0)
        expect(await processor.capture(aCapture(charge, transactionId))).toMatchObject({ kind: 'approved' })
      return transactionId
    }
    const sendRefund = (transactionId: string, request: Partial<RefundRequest> = {}) =>
      processor.refund({ ...aRefund(transactionId), ...request })

    test('answers within its time-out, before another server may query the call', () => {
      expect(processor.timeoutSeconds).toBeGreaterThan(0)
      expect(processor.timeoutSeconds).toBeLessThan(leaseSecondsFor(processor, 1))
      expect(processor.keyWindowSeconds).toBeGreaterThan(leaseSecondsFor(processor, 3))
    })

    describe('a charge', () => {
      test('of a good card is approved, with an authorization code', async () => {
        expect(await pay()).toMatchObject({
          kind: 'approved',
          facts: { transactionId: expect.stringMatching(/./), authCode: expect.stringMatching(/^\w{6}$/) },
        })
      })

      test('of a bad card is declined, with one of our codes and a sentence', async () => {
        const declined = await payDeclined()

        expect(declined).toMatchObject({
          kind: 'declined',
          facts: { transactionId: expect.stringMatching(/./), authCode: null, arn: null },
          message: expect.stringMatching(/\w/),
        })
        expect(declineCodes).toContain(declined.kind === 'declined' && declined.declineCode)
      })

      test('of nothing verifies the card', async () => {
        expect(await pay({ amount: 0 })).toMatchObject({ kind: 'approved' })
      })

      test('has a transaction of its own', async () => {
        const ids = [await pay(), await pay(), await payDeclined()].map(transactionOf)

        expect(new Set(ids).size).toBe(3)
      })

      test('is answered without the card number', async () => {
        const answers = JSON.stringify([await pay({ store: true }), await payDeclined()])

        expect(answers).not.toContain(cards.approves)
        expect(answers).not.toContain(cards.declines)
      })
    })

    describe('a charge in two steps', () => {
      testTwoSteps(
        () => processor,
        () => [
          aCharge(cards.approves),
          ...(cards.wallets?.accounts ?? []).map((type) => ({
            ...aCharge(cards.approves),
            method: { kind: 'account', type } as const,
          })),
        ],
      )
    })

    describe('a card behind a token', () => {
      testTokensOfCards(() => processor, cards, cards.tokenize)
    })

    describe('a repeated reference', () => {
      test.each(['approves', 'declines'] as const)('of a card that %s gets the first answer again', async (kind) => {
        const request = { ...aCharge(cards[kind]), store: true }

        const first = await processor.authorize(request)

        expect(await processor.authorize(request)).toEqual(first)
      })

      test('that arrives many times at the same time is one charge', async () => {
        const request = { ...aCharge(cards.approves), store: true }

        const answers = await Promise.all(Array.from({ length: 20 }, () => processor.authorize(request)))

        for (const answer of answers) expect(answer).toEqual(answers[0])
        expect(answers[0]).toMatchObject({ kind: 'approved' })
      })

      test.each([
        ['another amount', { amount: 1 }],
        ['another currency', { currency: 'USD' }],
        ['another card', { method: typedCard(cards.declines) }],
      ] as const)('with %s is taken, and the first request stands, with its sum', async (_, other) => {
        const request = aCharge(cards.approves)
        const first = await processor.authorize(request)

        expect(await processor.authorize({ ...request, ...other })).toMatchObject({ kind: 'taken' })
        expect(await processor.lookUp(request.reference)).toEqual(first)
        expect(first).toMatchObject({ approvedAmount: request.amount, approvedCurrency: request.currency })
      })
    })

    describe('a stored method', () => {
      testStoredMethods(() => processor, cards.approves)
    })

    describe('a record of a customer', () => {
      testCustomerRecords(() => processor, cards.approves)
    })

    describe.runIf(cards.holds !== null)('held money', () => {
      testHeldMoney(() => processor, cards.holds!)
    })

    test.runIf(cards.holds === null)('no money is held if all of it is captured at once', async () => {
      const charge = aCharge(cards.approves)
      const outcome = await processor.authorize(charge)
      const transactionId = transactionOf(outcome)

      expect(outcome).toMatchObject({ kind: 'approved', captured: true })
      expect(await processor.capture(aCapture(charge, transactionId))).toMatchObject({ kind: 'failed' })
      expect(await processor.void({ reference: aReference(), transactionId, at: charge.at })).toMatchObject({
        kind: 'failed',
      })
      expect(await processor.lookUp(charge.reference)).toEqual(outcome)
    })

    test('captured money is settled sooner or later', async () => {
      const transactionId = await payAndCapture()

      expect(await processor.settlements([transactionId])).toEqual([{ transactionId, state: 'settled' }])
      expect(await processor.settlements([])).toEqual([])
    })

    describe.runIf(cards.challenges !== null)('a shopper who is asked', () => {
      testShopperActions(() => processor, cards.challenges!)
    })

    describe('wallets', () => {
      testWallets(() => processor, cards.wallets)
    })

    describe('a refund', () => {
      test('may come in parts, but never gives back more than was captured', async () => {
        const transaction = await payAndCapture({ amount: 1000 })

        const answers = [
          await sendRefund(transaction, { amount: 400 }),
          await sendRefund(transaction, { amount: 601 }),
          await sendRefund(transaction, { amount: 600 }),
          await sendRefund(transaction, { amount: 1 }),
        ]

        expect(answers.map(({ kind }) => kind)).toEqual(['approved', 'failed', 'approved', 'failed'])
      })

      test('that runs at the same time as others leaves them only the rest', async () => {
        const transaction = await payAndCapture({ amount: 1000 })

        const answers = await Promise.all(Array.from({ length: 8 }, () => sendRefund(transaction, { amount: 300 })))

        expect(answers.filter(({ kind }) => kind === 'approved')).toHaveLength(3)
      })

      test('that is repeated gives back once', async () => {
        const transaction = await payAndCapture({ amount: 1000 })
        const request = { ...aRefund(transaction), amount: 600 }

        const answers = await Promise.all([processor.refund(request), processor.refund(request)])
        const again = await processor.refund(request)

        expect(answers).toEqual([again, again])
        expect(again).toMatchObject({ kind: 'approved' })
        expect(await sendRefund(transaction, { amount: 400 })).toMatchObject({ kind: 'approved' })
      })

      test('has a transaction of its own', async () => {
        const transaction = await payAndCapture()

        expect(transactionOf(await sendRefund(transaction))).not.toBe(transaction)
      })

      test('fails in another currency, of a declined charge, of a verification, and of nothing', async () => {
        const answers = [
          await sendRefund(await payAndCapture(), { currency: 'USD' }),
          await sendRefund(transactionOf(await payDeclined())),
          await sendRefund(await payAndCapture({ amount: 0 })),
          await sendRefund('no such transaction'),
        ]

        expect(answers.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'failed'])
      })
    })

    describe('an amount', () => {
      testAmountsOnSteps(() => processor, cards.approves, payAndCapture)
    })

    describe('what became of a refund', () => {
      testNewsOfRefunds(
        () => processor,
        (number) => payAndCapture({ method: typedCard(number) }),
        cards,
      )
    })

    describe.runIf(cards.disputed !== null)('a dispute', () => {
      testDisputes(
        () => processor,
        (number) => payAndCapture({ method: typedCard(number) }),
        { approves: cards.approves, ...cards.disputed! },
      )
    })

    describe('a refund that others made', () => {
      testFoundRefunds(() => processor, payAndCapture, cards.refundElsewhere)
    })

    describe.runIf(cards.notify !== null)('a notification', () => {
      testNotifications(() => processor, cards.notify!)
    })

    describe('the list of transactions that moved money', () => {
      testListsOfTransactions(() => processor, cards)
    })

    describe('what is counted on a day', () => {
      testBookedDays(() => processor, cards)
    })

    describe('a reference', () => {
      testReferences(() => processor, cards, payAndCapture)
    })
  })
}
