import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `findAuditRecords`. */
export const findAuditRecordsExample: OperationExample = {
  request: { params: {}, query: { what: 'updatePlan' } },
  answer: {
    data: [
      {
        id: 'aud_01966f9e-3c80-7e1c-9b47-000000000019',
        who: 'key_01966f9e-3c80-7e1c-9b47-000000000020',
        what: 'updatePlan',
        object: 'price_01966f9e-3c80-7e1c-9b47-000000000002',
        event_type: null,
        before: {
          id: 'price_01966f9e-3c80-7e1c-9b47-000000000002',
          tax: { collect_tax: null },
          name: 'Library',
          type: 'recurring',
          group: null,
          price: { default: { amount: 1999, currency: 'EUR' }, countries: [] },
          interval: 'months',
          updated_at: '2027-03-02T09:00:00.000Z',
          archived_at: null,
          trial_price: null,
          interval_count: 1,
          trial_interval: null,
          trial_interval_count: null,
        },
        after: {
          id: 'price_01966f9e-3c80-7e1c-9b47-000000000002',
          tax: { collect_tax: null },
          name: 'Library, all titles',
          type: 'recurring',
          group: null,
          price: { default: { amount: 1999, currency: 'EUR' }, countries: [] },
          interval: 'months',
          updated_at: '2027-03-02T09:00:00.000Z',
          archived_at: null,
          trial_price: null,
          interval_count: 1,
          trial_interval: null,
          trial_interval_count: null,
        },
        why: null,
        address: '127.0.0.1',
        request_id: 'req_01966f9e-3c80-7e1c-9b47-000000000021',
        created_at: '2027-03-02T09:00:00.000Z',
        recorded_at: '2027-03-17T09:00:00.000Z',
      },
    ],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-04-02T09:00:00.000Z' },
  },
}
