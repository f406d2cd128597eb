import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `findSandboxClock`. */
export const findSandboxClockExample: OperationExample = {
  request: { params: {}, query: {} },
  answer: { now: '2027-03-02T09:00:00.000Z', ran: [] },
}
