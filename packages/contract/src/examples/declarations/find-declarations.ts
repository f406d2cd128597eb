import type { OperationExample } from '../operation-example.ts'
import { sampleCreateDeclaration } from './shared.ts'

/** A recorded request and answer of `findDeclarations`. */
export const findDeclarationsExample: OperationExample = {
  request: { params: {}, query: { kind: 'cancel' } },
  answer: {
    data: [sampleCreateDeclaration],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-05-03T10:00:59.999Z' },
  },
}
