import type { OperationExample } from '../operation-example.ts'
import { sampleData } from './shared.ts'

/** A recorded request and answer of `findConsent`. */
export const findConsentExample: OperationExample = {
  request: { params: { id: 'consent_01966f9e-3c80-7e1c-9b47-000000000007' }, query: {} },
  answer: sampleData,
}
