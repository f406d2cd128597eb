import { expect, test } from 'vitest'
import type { AuthorizeRequest, BookedMovement, Processor } from '../../processor.ts'
import { aCapture, aCharge, readAllPages, aRefund, transactionOf } from '../processor-requests.ts'
import type { RefundElsewhere } from './found-refunds.ts'

/** Tests what a processor's port promises about a day's balance movements. */
export const testBookedDays = (
  processor: () => Processor,
  cards: {
    readonly approves: string
    readonly declines: string
    readonly holds: string | null
    readonly refundElsewhere: RefundElsewhere
  },
): void => {
  const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)
  const begun = Date.now()
  const pagesOf = (day: string) => readAllPages((page) => processor().reconcile(day, page))
  /** The movements of all days since the suite started, because a day may end during the suite. */
  const movements = async (): Promise<readonly BookedMovement[]> => {
    const days = new Set([dayOf(begun), dayOf(Date.now())])
    return (await Promise.all([...days].map(pagesOf))).flat().flatMap((page) => page.movements)
  }
  const payAndCapture = async (charge: AuthorizeRequest) => {
    const outcome = await processor().authorize(charge)
    const transactionId = transactionOf(outcome)
    if (outcome.kind === 'approved' && !outcome.captured) await processor().capture(aCapture(charge, transactionId))
    return transactionId
  }

  test('has captured money and refunds, each once, with what it cost and what is left of it', async () => {
    const charge = aCharge(cards.approves)
    const charged = await payAndCapture(charge)
    const refund = aRefund(charged)
    const refunded = transactionOf(await processor().refund(refund))

    const booked = await movements()

    const of = (transactionId: string) => booked.filter((movement) => movement.transactionId === transactionId)
    const [taken, ...others] = of(charged)
    expect(others).toEqual([])
    expect(taken).toMatchObject({ kind: 'charge', amount: charge.amount, currency: 'EUR' })
    expect(taken!.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    if (taken!.balanceCurrency === 'EUR') expect(taken!.net).toBe(charge.amount - taken!.fee)
    const [given] = of(refunded)
    expect(of(refunded)).toMatchObject([{ kind: 'refund', amount: 100, currency: 'EUR', reference: refund.reference }])
    expect(given!.net).toBeLessThan(0)
  })

  test('has refunds that were made elsewhere, under no reference of ours', async () => {
    const charged = await payAndCapture(aCharge(cards.approves))
    const { reference: _, ...sum } = { ...aRefund(charged), amount: 400 }
    const refunded = transactionOf(await cards.refundElsewhere(sum))

    expect((await movements()).filter((movement) => movement.transactionId === refunded)).toMatchObject([
      { kind: 'refund', amount: 400, reference: null },
    ])
  })

  test('has nothing that moved no money, and each entry once on however many pages', async () => {
    const ended = [aCharge(cards.declines), { ...aCharge(cards.approves), amount: 0 }]
    const ids = await Promise.all(ended.map(async (charge) => transactionOf(await processor().authorize(charge))))
    if (cards.holds !== null) ids.push(transactionOf(await processor().authorize(aCharge(cards.holds))))

    const booked = await movements()

    expect(booked.filter(({ transactionId }) => ids.includes(transactionId ?? ''))).toEqual([])
    expect(new Set(booked.map(({ id }) => id)).size).toBe(booked.length)
  })

  test('is complete once it is over, and not before', async () => {
    const [longAgo, today] = [await pagesOf('2020-01-01'), await pagesOf(dayOf(Date.now()))]

    expect(longAgo).toEqual([{ movements: [], payouts: [], isComplete: true, next: null }])
    expect(today.every(({ isComplete }) => !isComplete)).toBe(true)
  })
}
