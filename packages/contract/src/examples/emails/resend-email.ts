import type { OperationExample } from '../operation-example.ts'
import { email } from './shared.ts'

/** What a server answered to a request of `resendEmail`. */
export const resendEmailExample: OperationExample = {
  request: { params: { id: 'email_01966f9e-3c80-7e1c-9b47-00000000000c' }, query: {}, body: {} },
  answer: email,
}
