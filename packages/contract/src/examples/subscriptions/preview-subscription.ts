import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `previewSubscription`. */
export const previewSubscriptionExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: {
      subscription: { id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008', proration_billing_mode: 'prorated_immediately' },
      plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000002' },
    },
  },
  answer: {
    quote: {
      id: 'quote_01966f9e-3c80-7e1c-9b47-000000000014',
      at: '2027-03-17T09:00:00.000Z',
      expires_at: '2027-03-17T09:30:00.000Z',
      lines: [
        { kind: 'plan', label: 'Library, all titles', amount: 1999 },
        { kind: 'credit', label: 'Reader', amount: -516 },
      ],
      subtotal: 1483,
      tax: { amount: 0, behavior: null, rate: null, kind: null, breakdown: [] },
      due_now: { amount: 1483, currency: 'EUR' },
      next_charge: { amount: 1999, currency: 'EUR', at: '2027-04-17T09:00:00.000Z' },
      recurring: { amount: 1999, currency: 'EUR', interval: 'months', interval_count: 1 },
      hash: '7f6d0b5c2a9e4813',
    },
    restarts_cycle: true,
    balance: 0,
    ended_discount: null,
    steps: [
      {
        text: 'The period from 2027-03-02T09:00:00.000Z to 2027-04-02T09:00:00.000Z on Reader cost this, net of tax and refunds.',
        amount: 999,
      },
      {
        text: 'At 2027-03-17T09:00:00.000Z 1382400 of its 2678400 seconds are unused: 999 × 1382400 ÷ 2678400, rounded once, half away from zero.',
        amount: 516,
      },
      { text: 'Library, all titles (plan).', amount: 1999 },
      { text: 'Reader (credit).', amount: -516 },
      { text: 'Tax is not collected.', amount: 0 },
      { text: 'Due now in EUR.', amount: 1483 },
      { text: 'Next charge at 2027-04-17T09:00:00.000Z.', amount: 1999 },
    ],
  },
}
