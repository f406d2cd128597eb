import { createBillingClient } from '@billing-checkout/client'
import { expect, test } from 'vitest'
import { fetchAsUser, PromptClosed } from './fetch-as-user.ts'

const refusal = (status: number, code: string): Response =>
  Response.json({ error: { code, message: code, request_id: 'req_1' } }, { status })

/** A client whose server returns `answers` in turn, with the requests that the server received and the questions that the user saw. */
const aClient = (answers: readonly Response[], answer: () => Promise<void> = () => Promise.resolve()) => {
  const sent: Request[] = []
  const asked: string[] = []
  const ask = (question: string) => () => {
    asked.push(question)
    return answer()
  }
  const questions = { signInAgain: ask('signInAgain'), confirmPassword: ask('confirmPassword') }
  const left = [...answers]
  const send: typeof fetch = (input, init) => {
    sent.push(new Request(input, init))
    return Promise.resolve(left.shift()!)
  }
  const client = createBillingClient({
    apiKey: 'dashboard',
    baseUrl: 'https://pay.example',
    fetch: fetchAsUser('org_1', questions, send),
  })
  return { client, sent, asked }
}

test('a request has the dashboard’s headers and no API key', async () => {
  const { client, sent } = aClient([Response.json({})])

  await client.findPayments()

  const { headers } = sent[0]!
  expect(headers.get('Authorization')).toBeNull()
  expect(headers.get('X-Billing-Dashboard')).toBe('1')
  expect(headers.get('X-Billing-Organization')).toBe('org_1')
})

test.each([
  [401, 'expired_credentials', 'signInAgain'],
  [403, 'reauthentication_required', 'confirmPassword'],
] as const)(
  'after %d %s a dialog opens, and the same refund is sent once more under its key',
  async (status, code, question) => {
    const { client, sent, asked } = aClient([refusal(status, code), Response.json({ id: 'pay_1' })])

    await client.refundPayment('pay_1', { amount: 5 })

    expect(asked).toEqual([question])
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual([keys[0], keys[0]])
    expect(await Promise.all(sent.map((request) => request.text()))).toEqual(['{"amount":5}', '{"amount":5}'])
  },
)

test('a user who closes the dialog sends nothing more', async () => {
  const { client, sent } = aClient([refusal(401, 'expired_credentials')], () => Promise.reject(new PromptClosed()))

  await expect(client.refundPayment('pay_1', {})).rejects.toMatchObject({ code: 'expired_credentials' })
  expect(sent).toHaveLength(1)
})

test('a request that the role does not allow is refused without a dialog', async () => {
  const { client, asked } = aClient([refusal(403, 'insufficient_permission')])

  await expect(client.refundPayment('pay_1', {})).rejects.toMatchObject({ code: 'insufficient_permission' })
  expect(asked).toEqual([])
})
