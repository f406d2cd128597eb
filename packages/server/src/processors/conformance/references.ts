import { expect, test } from 'vitest'
import type { Processor } from '../processor.ts'
import { aCharge, aReference, aRefund } from './processor-requests.ts'

/** Tests what a processor's port promises about references. `payAndCapture` makes a captured charge and returns its id. */
export const testReferences = (
  processor: () => Processor,
  cards: { readonly approves: string; readonly declines: string },
  payAndCapture: () => Promise<string>,
): void => {
  test('is unknown until a request was made under it', async () => {
    expect(await processor().lookUp(aReference())).toBeUndefined()
  })

  test('returns the outcome of a charge and of a refund', async () => {
    const [charge, declined] = [aCharge(cards.approves), aCharge(cards.declines)]
    const approvedAnswer = await processor().authorize(charge)
    const declinedAnswer = await processor().authorize(declined)
    const refund = aRefund(await payAndCapture())
    const refundAnswer = await processor().refund(refund)

    expect(await processor().lookUp(charge.reference)).toEqual(approvedAnswer)
    expect(await processor().lookUp(declined.reference)).toEqual(declinedAnswer)
    expect(await processor().lookUp(refund.reference)).toEqual(refundAnswer)
  })

  test('that was closed can never move money', async () => {
    const request = aCharge(cards.approves)
    await processor().close(request.reference)
    await processor().close(request.reference)

    expect(await processor().authorize(request)).toMatchObject({ kind: 'failed' })
    expect(await processor().lookUp(request.reference)).toMatchObject({ kind: 'failed' })
  })

  test('that was closed can never give money back', async () => {
    const request = aRefund(await payAndCapture())
    await processor().close(request.reference)

    expect(await processor().refund(request)).toMatchObject({ kind: 'failed' })
  })

  test('that was used before it is closed returns its outcome', async () => {
    const request = aCharge(cards.approves)
    const first = await processor().authorize(request)

    expect(await processor().close(request.reference)).toEqual(first)
    expect(await processor().authorize(request)).toEqual(first)
  })

  test('that is used and closed at the same time returns the same outcome to every caller', async () => {
    const request = aCharge(cards.approves)

    const [charged, closed] = await Promise.all([processor().authorize(request), processor().close(request.reference)])
    const now = await processor().lookUp(request.reference)

    expect(charged).toEqual(now)
    expect(closed ?? now).toEqual(now)
  })
}
