import { createHmac } from 'node:crypto'

/** What a signature covers. */
export interface Signed {
  /** The event's id, the same on every try. */
  readonly id: string
  /** Seconds since 1970 at which the try was made. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a delivery as Standard Webhooks 1.0.0 has them: one signature for each secret that is valid. */
export const signatureHeaders = (
  { id, timestamp, body }: Signed,
  secrets: readonly string[],
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`).join(' '),
})

const signatureOf = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(content)
    .digest('base64')
