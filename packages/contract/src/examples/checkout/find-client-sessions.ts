import type { OperationExample } from '../operation-example.ts'
import { samplePlanOfClientSession } from './shared.ts'

/** A recorded request and answer of `findClientSessions`. */
export const findClientSessionsExample: OperationExample = {
  request: { params: {}, query: { status: 'expired', email: 'noor@example.com' } },
  answer: {
    data: [
      {
        id: '01966f9e-3c80-7e1c-9b47-000000000022',
        expiry_date: '2027-04-03T09:06:00.000Z',
        customer: { email: 'noor@example.com', external_id: 'user-18', id: null, metadata: {} },
        payment: { metadata: {} },
        plan: samplePlanOfClientSession,
        subscription: null,
        currency_details: null,
      },
    ],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-04-03T09:29:59.999Z' },
  },
}
