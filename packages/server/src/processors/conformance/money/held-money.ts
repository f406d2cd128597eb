import { expect, test } from 'vitest'
import type { Processor } from '../../processor.ts'
import { aCapture, aCharge, aReference, aRefund, transactionOf } from '../processor-requests.ts'

/**
 * Tests what a processor's port promises about separate authorization and capture. `held` is the number of a card whose charges are
 * captured only on request.
 */
export const testHeldMoney = (processor: () => Processor, held: string): void => {
  const hold = async () => {
    const charge = aCharge(held)
    return { charge, transactionId: transactionOf(await processor().authorize(charge)) }
  }

  test('is captured once, the whole sum, and can be given back then', async () => {
    const { charge, transactionId } = await hold()
    const asked = aCapture(charge, transactionId)

    const answers = [
      await processor().refund(aRefund(transactionId)),
      await processor().capture({ ...asked, reference: aReference(), amount: charge.amount - 1 }),
      await processor().capture(asked),
      await processor().capture(asked),
      await processor().capture({ ...asked, reference: aReference() }),
      await processor().void({ reference: aReference(), transactionId, at: charge.at }),
      await processor().refund(aRefund(transactionId)),
    ]

    const [early, less, first, again, other, late, back] = answers.map(({ kind }) => kind)
    expect([early, less, first, again, other, late, back]).toEqual([
      'failed',
      'failed',
      'approved',
      'approved',
      'failed',
      'failed',
      'approved',
    ])
  })

  test('that is voided can neither be captured nor voided again', async () => {
    const { charge, transactionId } = await hold()
    const asked = { reference: aReference(), transactionId, at: charge.at }

    const first = await processor().void(asked)

    expect(first).toMatchObject({ kind: 'approved' })
    expect(await processor().void(asked)).toEqual(first)
    expect(await processor().void({ ...asked, reference: aReference() })).toMatchObject({ kind: 'failed' })
    expect(await processor().capture(aCapture(charge, transactionId))).toMatchObject({ kind: 'failed' })
  })

  test('is reported as held, captured or released to every caller that looks its charge up', async () => {
    const [kept, captured, released] = [await hold(), await hold(), await hold()]
    await processor().capture(aCapture(captured.charge, captured.transactionId))
    const { charge, transactionId } = released
    await processor().void({ reference: aReference(), transactionId, at: charge.at })

    const answers = await Promise.all(
      [kept, captured, released].map(({ charge: { reference } }) => processor().lookUp(reference)),
    )

    const sum = { kind: 'approved', approvedAmount: charge.amount, approvedCurrency: charge.currency }
    expect(answers).toMatchObject([
      { ...sum, captured: false },
      { ...sum, captured: true },
      { ...sum, captured: false, released: true },
    ])
    for (const outcome of answers.slice(0, 2)) expect(outcome).not.toMatchObject({ released: true })
    expect(await processor().close(captured.charge.reference)).toEqual(answers[1])
  })

  test('that is captured and voided at the same time ends in one of the two', async () => {
    const { charge, transactionId } = await hold()

    const answers = await Promise.all([
      processor().capture(aCapture(charge, transactionId)),
      processor().void({ reference: aReference(), transactionId, at: charge.at }),
    ])

    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['approved', 'failed'])
  })
}
