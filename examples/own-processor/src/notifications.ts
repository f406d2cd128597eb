import type { ParsedNotification } from '@billing-checkout/server/processor'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A notification as this processor sends it: its id, the ids that it is about, and a signature with its time. */
export const notificationOf = (id: string, about: readonly string[], secret: string, at: string) => {
  const rawBody = JSON.stringify({ id, about })
  return { rawBody, headers: { 'x-signature': `${at};${sign(rawBody, secret, at)}` } }
}

/** Parses a notification: `forged` if none of the secrets signed it, `stale` if it was signed more than five minutes ago. */
export const parseNotification =
  (secrets: readonly string[]) =>
  (rawBody: string, headers: Readonly<Record<string, string>>, now: string): ParsedNotification => {
    const [at = '', signature = ''] = headers['x-signature']?.split(';') ?? []
    if (!secrets.some((secret) => isSame(signature, sign(rawBody, secret, at)))) return { kind: 'forged' }
    if (Date.parse(now) - Date.parse(at) > 300_000) return { kind: 'stale' }
    return { kind: 'genuine', ...(JSON.parse(rawBody) as { readonly id: string; readonly about: readonly string[] }) }
  }

const sign = (rawBody: string, secret: string, at: string): string =>
  createHmac('sha256', secret).update(`${at};${rawBody}`).digest('hex')

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
