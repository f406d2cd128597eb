import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `createPaymentLink`. */
export const createPaymentLinkExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: { plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000009' }, max_uses: 100 },
  },
  answer: {
    id: 'link_01966f9e-3c80-7e1c-9b47-000000000033',
    plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000009' },
    quantity: 1,
    discount: null,
    active: true,
    paused_at: null,
    max_uses: 100,
    uses: 0,
    expires_at: null,
    return_url: null,
    url: 'https://billing.example/buy/link_01966f9e-3c80-7e1c-9b47-000000000033',
    created_at: '2027-05-10T09:00:00.000Z',
    updated_at: '2027-05-10T09:00:00.000Z',
  },
}
