import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `findClientSession`. */
export const findClientSessionExample: OperationExample = {
  request: { params: { id: '01966f9e-3c80-7e1c-9b47-000000000004' }, query: {} },
  answer: {
    id: '01966f9e-3c80-7e1c-9b47-000000000004',
    expiry_date: '2027-03-03T09:00:00.000Z',
    customer: {
      email: 'mina@example.com',
      external_id: 'user-17',
      id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
      metadata: {},
    },
    payment: { metadata: { order: '2041' } },
    plan: {
      id: 'price_01966f9e-3c80-7e1c-9b47-000000000001',
      name: 'Reader',
      type: 'recurring',
      interval: 'months',
      interval_count: 1,
      amount: 999,
      currency: 'EUR',
      created_at: '2027-03-02T09:00:00.000Z',
      updated_at: '2027-03-02T09:00:00.000Z',
      trial: null,
    },
    subscription: null,
    currency_details: {
      plan: {
        local: {
          amount: 999,
          currency: 'EUR',
          currency_decimals: 2,
          currency_position: 'left',
          currency_symbol: '€',
          formatted_amount: '€9.99',
          currency_exchange_rate: 1,
          formatted_amount_rounded: '€9.99',
        },
        payment: {
          amount: 999,
          currency: 'EUR',
          currency_decimals: 2,
          currency_position: 'left',
          currency_symbol: '€',
          formatted_amount: '€9.99',
        },
        due_now: {
          local: {
            amount: 999,
            currency: 'EUR',
            currency_decimals: 2,
            currency_position: 'left',
            currency_symbol: '€',
            formatted_amount: '€9.99',
            currency_exchange_rate: 1,
            formatted_amount_rounded: '€9.99',
          },
          payment: {
            amount: 999,
            currency: 'EUR',
            currency_decimals: 2,
            currency_position: 'left',
            currency_symbol: '€',
            formatted_amount: '€9.99',
          },
        },
        trial: null,
      },
    },
  },
}
