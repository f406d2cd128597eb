import { describe, expect, test } from 'vitest'
import type { Processor } from '../../processor.ts'
import { aReference, aRefund, transactionOf } from '../processor-requests.ts'
import { listAllTransactions } from './lists-of-transactions.ts'

/** Numbers of a good card, and of cards whose refunds change later, in a processor's test mode. */
interface RefundedCards {
  readonly approves: string
  /** A card whose refunds are pending first and arrive within a month; null if refunds are never pending. */
  readonly refundsLater: string | null
  /** A card whose first refund is reported as successful and fails within a month; null if there is no such card. */
  readonly refundFails: string | null
}

/**
 * Tests what a processor's port promises about refunds that succeed or fail later. `payAndCapture` charges a card and returns the captured
 * transaction.
 */
export const testNewsOfRefunds = (
  processor: () => Processor,
  payAndCapture: (number: string) => Promise<string>,
  { approves, refundsLater, refundFails }: RefundedCards,
): void => {
  const monthLater = '2026-12-22T10:00:00.000Z'
  const whole = 999
  const give = async (transactionId: string, amount = whole) => {
    const request = { ...aRefund(transactionId), amount }
    return { request, outcome: await processor().refund(request) }
  }
  const newsOf = (id: string, at: string) => processor().refunds([id], at)
  const isListed = async (reference: string) =>
    (await listAllTransactions(processor(), '2020-01-01T00:00:00.000Z')).some((each) => each.reference === reference)

  test('is reported by its own id, and a query about another one delays no answer', async () => {
    const { outcome } = await give(await payAndCapture(approves))
    const id = transactionOf(outcome)

    const answers = await processor().refunds([id, 'no such refund'], monthLater)

    expect(outcome).not.toMatchObject({ pending: true })
    expect(answers.find(({ transactionId }) => transactionId === id)).toMatchObject({ state: 'succeeded' })
    expect(['rejected', undefined]).toContain(answers.find(({ transactionId }) => transactionId !== id)?.state)
  })

  describe.runIf(refundsLater !== null)('that is pending', () => {
    test('counts from the first answer on, and is pending until it has arrived', async () => {
      const transactionId = await payAndCapture(refundsLater!)
      const { request, outcome } = await give(transactionId)
      const id = transactionOf(outcome)

      expect(outcome).toMatchObject({ kind: 'approved', pending: true, approvedAmount: whole })
      expect(await processor().refund(request)).toEqual(outcome)
      expect(await processor().lookUp(request.reference)).toEqual(outcome)
      expect(await newsOf(id, request.at)).toMatchObject([{ transactionId: id, state: 'pending' }])
      expect((await give(transactionId, 1)).outcome).toMatchObject({ kind: 'failed' })
      expect(await isListed(request.reference)).toBe(true)
    })

    test('stays arrived once it was reported, for every caller', async () => {
      const { request, outcome } = await give(await payAndCapture(refundsLater!))
      const id = transactionOf(outcome)

      const answers = await newsOf(id, monthLater)

      expect(answers).toMatchObject([{ transactionId: id, state: 'succeeded' }])
      expect(await newsOf(id, monthLater)).toEqual(answers)
      const now = await processor().lookUp(request.reference)
      expect(now).toMatchObject({ kind: 'approved', facts: { transactionId: id }, approvedAmount: whole })
      expect(now).not.toMatchObject({ pending: true })
    })
  })

  describe.runIf(refundFails !== null)('that succeeds and fails later', () => {
    test('leaves its money to be refunded again, and is failed for every caller', async () => {
      const transactionId = await payAndCapture(refundFails!)
      const { request, outcome } = await give(transactionId)
      const id = transactionOf(outcome)
      const early = await newsOf(id, request.at)
      const tooMuch = await give(transactionId, 1)

      const answers = await newsOf(id, monthLater)

      expect(outcome).not.toMatchObject({ pending: true })
      expect(early).toMatchObject([{ transactionId: id, state: 'succeeded' }])
      expect(tooMuch.outcome).toMatchObject({ kind: 'failed' })
      expect(answers).toMatchObject([{ transactionId: id, state: 'failed' }])
      expect(await newsOf(id, monthLater)).toMatchObject([{ transactionId: id, state: 'failed' }])
      expect(await processor().lookUp(request.reference)).toMatchObject({ kind: 'failed' })
      expect(await isListed(request.reference)).toBe(false)
      expect((await give(transactionId)).outcome).toMatchObject({ kind: 'approved' })
      expect((await give(transactionId, 1)).outcome).toMatchObject({ kind: 'failed' })
    })

    test('gives its money back once, however many ask at once', async () => {
      const transactionId = await payAndCapture(refundFails!)
      const id = transactionOf((await give(transactionId)).outcome)

      await Promise.all(Array.from({ length: 5 }, () => newsOf(id, monthLater)))

      const again = await Promise.all(
        [0, 1].map(() => processor().refund({ ...aRefund(transactionId), reference: aReference(), amount: whole })),
      )
      expect(again.map(({ kind }) => kind).toSorted()).toEqual(['approved', 'failed'])
    })
  })
}
