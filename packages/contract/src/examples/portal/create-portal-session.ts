import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `createPortalSession`. */
export const createPortalSessionExample: OperationExample = { request: { params: {}, query: {} }, answer: {} }
