import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `detachPaymentMethod`. */
export const detachPaymentMethodExample: OperationExample = {
  request: { params: { id: 'pm_01966f9e-3c80-7e1c-9b47-000000000009' }, query: {} },
  answer: {
    id: 'pm_01966f9e-3c80-7e1c-9b47-000000000009',
    type: 'CARD',
    details: {
      bin: '424242',
      last4: '4242',
      number: '424242******4242',
      bin_data: {
        type: 'unknown',
        brand: 'visa',
        issuer: null,
        country: null,
        funding: 'unknown',
        description: null,
        currency_code: null,
      },
      exp_year: 2030,
      exp_month: 12,
      is_network_tokenized: false,
    },
    billing_address: null,
  },
}
