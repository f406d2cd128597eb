import type { OperationExample } from '../operation-example.ts'
import { sampleCreateDeclaration } from './shared.ts'

/** A recorded request and answer of `findDeclaration`. */
export const findDeclarationExample: OperationExample = {
  request: { params: { id: 'decl_01966f9e-3c80-7e1c-9b47-000000000032' }, query: {} },
  answer: sampleCreateDeclaration,
}
