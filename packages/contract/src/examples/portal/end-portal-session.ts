import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `endPortalSession`. */
export const endPortalSessionExample: OperationExample = { request: { params: {}, query: {} }, answer: {} }
