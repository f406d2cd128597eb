import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationSecret } from '../adapter.ts'
import type { ParsedNotification } from '../processor.ts'

const header = 'sandbox-signature'
const toleranceSeconds = 300

/** Signs a notification of the sandbox with the given wall-clock time. */
export const signNotification = (
  rawBody: string,
  secret: string,
  at: string,
): Readonly<Record<typeof header, string>> => ({ [header]: `${at} ${signatureOf(rawBody, secret, at)}` })

/** Parses a notification of the sandbox: `{ "id": …, "about": [ids] }`, with its signature in a header. */
export const parseNotification = (
  secrets: readonly NotificationSecret[],
  {
    rawBody,
    headers,
    now,
  }: { readonly rawBody: string; readonly headers: Readonly<Record<string, string>>; readonly now: string },
): ParsedNotification => {
  const [at = '', signature = ''] = (headers[header] ?? '').split(' ')
  const isSigned = secrets.some(
    ({ secret, goodUntil }) =>
      (goodUntil === null || goodUntil > now) && isSame(signature, signatureOf(rawBody, secret, at)),
  )
  if (!isSigned) return { kind: 'forged' }
  if (Date.parse(now) - Date.parse(at) > toleranceSeconds * 1000) return { kind: 'stale' }
  const { id, about } = JSON.parse(rawBody) as { readonly id: string; readonly about: readonly string[] }
  return { kind: 'genuine', id, about }
}

const signatureOf = (rawBody: string, secret: string, at: string): string =>
  createHmac('sha256', secret).update(`${at} ${rawBody}`).digest('hex')

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
