import { randomBytes } from 'node:crypto'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { seal, unseal } from '../../credentials/seal.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'

/** Makes a secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const mintWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Encrypts a secret for the row of one endpoint. */
export const sealEndpointSecret = (key: Buffer, endpointId: string, secret: string): Buffer =>
  seal(key, labelOf(endpointId), secret)

/** Decrypts the secret of an endpoint. */
export const unsealEndpointSecret = (
  key: Buffer,
  { id, sealedSecret }: Pick<WebhookEndpointRow, 'id' | 'sealedSecret'>,
): string => unseal(key, labelOf(id), sealedSecret)

/** The secrets that sign a delivery: the current one and, for a day after a rotation, the former one. */
export const validSecrets = (key: Buffer, endpoint: WebhookEndpointRow, wall: Timestamp): readonly string[] => {
  const { id, formerSealedSecret: former, formerUntil } = endpoint
  const isFormerValid = former !== null && formerUntil !== null && wall < formerUntil
  return [
    unsealEndpointSecret(key, endpoint),
    ...(isFormerValid ? [unsealEndpointSecret(key, { id, sealedSecret: former })] : []),
  ]
}

/** Until when the former secret is valid if the secret is rotated now. */
export const formerSecretValidUntil = (wall: Timestamp): Timestamp => addSeconds(wall, 24 * 3600)

const labelOf = (endpointId: string): string => `webhook secret ${endpointId}`
