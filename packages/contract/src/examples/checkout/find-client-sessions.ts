import type { OperationExample } from '../operation-example.ts'
import { clientSession } from './shared.ts'

/** What a server answered to a request of `findClientSessions`. */
export const findClientSessionsExample: OperationExample = {
  request: { params: {}, query: { status: 'expired' } },
  answer: {
    data: [{ ...clientSession, currency_details: null }],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-03T09:00:00.000Z' },
  },
}
