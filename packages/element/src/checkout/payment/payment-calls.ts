import { sendRequest, type AttemptCredentials, type PaymentCalls } from '../requests/transport.ts'

const payTimeoutMs = 45_000

/** Creates the calls to `server` (an origin, optionally with a path) that pay one session. */
export const createPaymentCalls = (server: string, sessionId: string): PaymentCalls => {
  const send = <Value>(method: 'POST' | 'PATCH', path: string, body: unknown, { token, key }: AttemptCredentials) =>
    sendRequest<Value>(
      server + path,
      {
        method,
        body: JSON.stringify(body),
        headers: { ...credentials(token), 'Idempotency-Key': key, 'Content-Type': 'application/json' },
      },
      payTimeoutMs,
    )
  return {
    updateCheckout: (update, token, locale) =>
      sendRequest(`${server}/checkout/${encodeURIComponent(sessionId)}?locale=${encodeURIComponent(locale)}`, {
        method: 'PATCH',
        body: JSON.stringify(update),
        headers: { ...credentials(token), 'Content-Type': 'application/json' },
      }),
    pay: (request, attempt) => send('POST', '/payments', request, attempt),
    readPayment: (id, token) => sendRequest(`${server}/payments/${id}`, { headers: credentials(token) }),
    updateSubscription: (request, attempt) => send('PATCH', '/subscriptions', request, attempt),
  }
}

const credentials = (token: string) => ({ Authorization: `Bearer ${token}`, 'X-API-Version': '1.0.0' })
