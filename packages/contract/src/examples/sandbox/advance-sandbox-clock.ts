import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `advanceSandboxClock`. */
export const advanceSandboxClockExample: OperationExample = {
  request: { params: {}, query: {}, body: { to: '2027-04-02T09:00:00Z' } },
  answer: {
    now: '2027-04-02T09:00:00.000Z',
    ran: [
      {
        at: '2027-03-26T09:00:00.000Z',
        what: 'subscription.renewal_upcoming',
        id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008',
      },
      { at: '2027-04-02T09:00:00.000Z', what: 'subscription.renewed', id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008' },
    ],
  },
}
