import type { OperationExample } from '../operation-example.ts'
import { sampleCustomerOfPayment, samplePaymentDetails, samplePaymentMethod, sampleTax } from './shared.ts'

/** A recorded request and answer of `createPayment`. */
export const createPaymentExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: {
      customer: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003' },
      plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000009' },
      metadata: { order: '2042' },
    },
  },
  answer: {
    id: 'pay_01966f9e-3c80-7e1c-9b47-000000000010',
    amount: 2490,
    amount_usd: 2829,
    currency_code: 'EUR',
    lines: [{ kind: 'plan', label: 'The book', amount: 2490 }],
    payment_status: 'SETTLING',
    payment_type: 'MIT',
    payment_token_type: 'PROCESSOR_TOKEN',
    payment_method: samplePaymentMethod,
    customer: sampleCustomerOfPayment,
    subscription: null,
    metadata: { order: '2042' },
    statement_descriptor: 'LANTERN BOOKS',
    refunded_amount: 0,
    refund: null,
    refunds: [],
    avs_check: { result: { postal_code: 'unchecked', street_address: 'unchecked' } },
    cvc_check: { result: { cvc: 'unchecked' } },
    payment_details: samplePaymentDetails,
    processor: {
      description: 'Sandbox processor',
      id: 'sandbox',
      processor_merchant_id: 'sandbox_merchant',
      type: 'sandbox',
    },
    status_reason: { status: 'approved', status_reason: { advice_code: null, decline_code: null, message: null } },
    tax: sampleTax,
    three_d_secure: null,
    created_at: '2027-03-02T09:00:00.000Z',
    updated_at: '2027-03-02T09:00:00.000Z',
  },
}
