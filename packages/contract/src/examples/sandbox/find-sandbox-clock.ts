import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `findSandboxClock`. */
export const findSandboxClockExample: OperationExample = {
  request: { params: {}, query: {} },
  answer: { now: '2027-03-02T09:00:00.000Z', ran: [] },
}
