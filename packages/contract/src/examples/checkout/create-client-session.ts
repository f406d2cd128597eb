import type { OperationExample } from '../operation-example.ts'
import { sampleCurrencyDetails, samplePlanOfClientSession } from './shared.ts'

/** A recorded request and answer of `createClientSession`. */
export const createClientSessionExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: {
      customer: { external_id: 'user-17' },
      plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000001' },
      options: { locale: 'en' },
    },
  },
  answer: {
    id: '01966f9e-3c80-7e1c-9b47-000000000004',
    expiry_date: '2027-03-03T09:00:00.000Z',
    customer: {
      email: 'mina@example.com',
      external_id: 'user-17',
      id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
      metadata: {},
    },
    payment: { metadata: {} },
    plan: samplePlanOfClientSession,
    subscription: null,
    currency_details: sampleCurrencyDetails,
  },
}
