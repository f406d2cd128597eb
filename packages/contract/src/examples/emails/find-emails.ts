import type { OperationExample } from '../operation-example.ts'
import { email } from './shared.ts'

/** What a server answered to a request of `findEmails`. */
export const findEmailsExample: OperationExample = {
  request: { params: {}, query: { kind: 'receipt' } },
  answer: { data: [email], meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' } },
}
