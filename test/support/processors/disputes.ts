import type { Timestamp } from '@billing-checkout/domain'
import { disputeWork } from '#server/billing/disputes/query-disputes.ts'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { FraudWarning, ProcessorDispute } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { Processor } from '#server/index.ts'
import type { TestDatabase } from '../databases/databases.ts'
import type { RunningService } from '../services/running-service.ts'

/** The sandbox processor with disputes that a test opens and ends, in addition to those of the test cards. */
export interface DisputingProcessor extends Processor {
  readonly disputed: Map<string, ProcessorDispute>
  /** The fraud warnings that the processor lists with its news. */
  readonly warnings: FraudWarning[]
  /** The start times from which the server has requested news, in order. */
  readonly listedSince: Timestamp[]
  /** While true, every query about news or disputes fails. */
  isSilent: boolean
}

/** The sandbox processor with disputes that a test makes. */
export const aDisputingProcessor = ({ db }: TestDatabase): DisputingProcessor =>
  addTestDisputes(sandboxProcessor({ database: db }))

/** Adds to a processor the disputes that a test makes. */
export const addTestDisputes = (processor: Processor): DisputingProcessor => {
  const disputed = new Map<string, ProcessorDispute>()
  const { news, disputes } = processor
  return {
    ...processor,
    disputed,
    warnings: [],
    listedSince: [],
    isSilent: false,
    async news(since, at, page) {
      this.listedSince.push(since)
      if (this.isSilent) throw new Error('503')
      const listed = await news.call(this, since, at, page)
      return { ...listed, disputes: [...listed.disputes, ...disputed.values()], warnings: [...this.warnings] }
    },
    async disputes(ids, at) {
      if (this.isSilent) throw new Error('503')
      return [...(await disputes.call(this, ids, at)), ...ids.flatMap((id) => disputed.get(id) ?? [])]
    },
  }
}

/** Functions by which a payer's bank disputes a service's payments, and by which the service queries its processor. */
export const disputesAt = (service: () => RunningService, processor: () => DisputingProcessor) => {
  /** Opens or changes a dispute at the processor. The service does not query the processor here. */
  const dispute = async (paymentId: string, change: Partial<ProcessorDispute> = {}): Promise<string> => {
    const { body: payment } = await service().send('GET', `/payments/${paymentId}`)
    const disputeId = change.disputeId ?? `dispute of ${paymentId}`
    processor().disputed.set(disputeId, {
      disputeId,
      transactionId: payment.payment_details.processor_transaction_id,
      amount: payment.amount,
      currency: payment.currency_code,
      reason: 'fraudulent',
      status: 'needs_response',
      evidenceDueAt: '2030-01-31T00:00:00.000Z',
      ...processor().disputed.get(disputeId),
      ...change,
    })
    return disputeId
  }
  /** Lets the service read the processor's news. */
  const look = () => importProcessorNews(service().billing, true)
  /** Opens or changes a dispute at the processor, and lets the service read it in the news. */
  const disputeHere = async (paymentId: string, change: Partial<ProcessorDispute> = {}): Promise<string> => {
    const disputeId = await dispute(paymentId, change)
    await look()
    return disputeId
  }
  /** Makes every open dispute due, and lets the service query the processor about them. */
  const ask = async () => {
    await service()
      .database.db.updateTable('disputes')
      .set({ dueAt: '2020-01-01T00:00:00.000Z' })
      .where('dueAt', 'is not', null)
      .execute()
    return runWork(service().billing, disputeWork)
  }
  const listed = async (paymentId: string) =>
    (await service().send('GET', `/disputes?payment_id=${paymentId}`)).body.data
  const eventsOf = async (paymentId: string) => {
    const { body } = await service().send(
      'GET',
      '/events?type=dispute.created,dispute.updated,dispute.closed&limit=1000',
    )
    return body.data
      .filter(({ data }: { data: { object: { payment_id: string } } }) => data.object.payment_id === paymentId)
      .map(({ type, data }: { type: string; data: { object: { status: string } } }) => [type, data.object.status])
  }
  const refund = (paymentId: string, amount?: number) =>
    service().send('POST', `/payments/refund/${paymentId}`, { body: amount === undefined ? {} : { amount } })

  return { dispute, disputeHere, look, ask, listed, eventsOf, refund }
}
