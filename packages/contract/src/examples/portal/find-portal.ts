import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `findPortal`. */
export const findPortalExample: OperationExample = { request: { params: {}, query: {} }, answer: {} }
