import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `createPortalSession`. */
export const createPortalSessionExample: OperationExample = {
  request: { params: {}, query: {}, body: { customer: { external_id: 'user-20' }, options: { locale: 'en' } } },
  answer: {
    id: 'portal_01966f9e-3c80-7e1c-9b47-000000000034',
    url: 'https://billing.example/portal/open/5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c',
    expires_at: '2027-03-02T10:00:00.000Z',
    client_token: 'eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJjaGVja291dCJ9.c2lnbmF0dXJl',
  },
}
