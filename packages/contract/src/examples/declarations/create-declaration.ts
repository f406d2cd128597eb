import type { OperationExample } from '../operation-example.ts'
import { sampleCreateDeclaration } from './shared.ts'

/** A recorded request and answer of `createDeclaration`. */
export const createDeclarationExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: { kind: 'cancel', email: 'leo@example.com', full_name: 'Leo Brandt', contract: 'Reader' },
  },
  answer: sampleCreateDeclaration,
}
