import { expect, test } from 'vitest'
import type { FoundRefund, Processor, ProcessorOutcome, RefundRequest } from '../../processor.ts'
import { readAllPages, aRefund } from '../processor-requests.ts'
import { listAllTransactions } from './lists-of-transactions.ts'

/** Makes a refund of a charge; the refund has none of our references. */
export type RefundElsewhere = (sum: Omit<RefundRequest, 'reference'>) => Promise<ProcessorOutcome>

/**
 * Tests what a processor's port promises about refunds that this server did not request. `payAndCapture` returns a captured transaction.
 */
export const testFoundRefunds = (
  processor: () => Processor,
  payAndCapture: () => Promise<string>,
  refundElsewhere: RefundElsewhere,
): void => {
  const longAgo = '2020-01-01T00:00:00.000Z'
  const foundOf = async (of: string): Promise<readonly FoundRefund[]> => {
    const pages = await readAllPages((page) => processor().news(longAgo, '2026-11-23T10:00:00.000Z', page))
    return pages.flatMap(({ refunds }) => refunds).filter((refund) => refund.of === of)
  }

  test('is in the news once, with its charge and its amount, and not in the list of our transactions', async () => {
    const of = await payAndCapture()
    const { reference: _, ...sum } = { ...aRefund(of), amount: 400 }
    expect(await refundElsewhere(sum)).toMatchObject({ kind: 'approved' })

    const found = await foundOf(of)

    expect(found).toMatchObject([{ of, amount: 400, currency: 'EUR', isPending: false }])
    const { transactionId } = found[0]!
    expect((await listAllTransactions(processor(), longAgo)).some((each) => each.transactionId === transactionId)).toBe(
      false,
    )
    expect(await processor().refunds([transactionId], sum.at)).toMatchObject([{ transactionId, state: 'succeeded' }])
  })

  test('leaves only the rest to be refunded, and our own refunds are not reported as found', async () => {
    const of = await payAndCapture()
    const { reference: _, ...sum } = { ...aRefund(of), amount: 400 }
    await refundElsewhere(sum)

    const tooMuch = await processor().refund({ ...aRefund(of), amount: 600 })
    const rest = await processor().refund({ ...aRefund(of), amount: 599 })

    expect([tooMuch.kind, rest.kind]).toEqual(['failed', 'approved'])
    expect(await foundOf(of)).toHaveLength(1)
  })
}
