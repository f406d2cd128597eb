import { createHmac } from 'node:crypto'

/** The parts of a delivery that a signature covers. */
export interface SignedContent {
  /** The event's id, the same on every attempt. */
  readonly id: string
  /** The time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a delivery as Standard Webhooks 1.0.0 defines them, with one signature for each valid secret. */
export const signatureHeaders = (
  { id, timestamp, body }: SignedContent,
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
