import type { OperationExample } from './operation-example.ts'

/** What a server answered to a request of `findAuditRecords`. */
export const findAuditRecordsExample: OperationExample = {
  request: { params: {}, query: { object: 'price_01966f9e-3c80-7e1c-9b47-000000000001', what: 'updatePlan' } },
  answer: { data: [], meta: { limit: 100, page: 1, pages: 0, total: 0, snapshot_at: '2027-04-02T09:00:00.000Z' } },
}
