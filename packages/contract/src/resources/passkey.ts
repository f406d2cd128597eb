import { z } from 'zod'
import { idOf, nullableTimestamp, timestamp } from './fields.ts'
import { filledText } from './text.ts'

/** Base64url text from a browser. A credential id has at most 1,023 bytes (WebAuthn). */
const bytes = (lengthMax: number) =>
  z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[\w-]+$/, 'must be base64url without padding')

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The transport by which a browser reaches an authenticator (WebAuthn, 5.8.4). */
export type PasskeyTransport = (typeof transports)[number]

const passkeyPurposes = ['sign_in', 'reauthenticate', 'add_passkey'] as const

/** The purpose of a challenge. */
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

/** The body that requests a challenge. */
export const passkeyChallengeBody = z.strictObject({ purpose: z.enum(passkeyPurposes) })

/** A challenge for an authenticator to sign; valid once, for five minutes. */
export const passkeyChallenge = z.strictObject({
  challenge: z.string(),
  /** The host name that the passkeys belong to. */
  relying_party_id: z.string(),
  /** The passkeys of the signed-in user. Empty for a sign-in, so that the answer reveals nothing about users. */
  credentials: z.array(z.strictObject({ id: z.string(), transports: z.array(z.enum(transports)) })),
  /** The owner of the new passkey; null if the challenge has another purpose. */
  user: z.strictObject({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
  /** Signature algorithms by their COSE numbers, the preferred ones first. */
  algorithms: z.array(z.int()),
  expires_at: timestamp,
})

/** A challenge for an authenticator to sign; valid once, for five minutes. */
export type PasskeyChallenge = z.infer<typeof passkeyChallenge>

/** An authenticator's answer to a challenge, to sign the user in or to confirm their identity. */
export const passkeyProof = z.strictObject({
  credential_id: bytes(1364),
  client_data: bytes(4096),
  authenticator_data: bytes(4096),
  signature: bytes(2048),
  user_handle: bytes(128).nullable(),
})

/** An authenticator's answer to a challenge, to sign the user in or to confirm their identity. */
export type PasskeyProof = z.infer<typeof passkeyProof>

/** A new passkey, as the authenticator created it. */
export const newPasskeyBody = z.strictObject({
  name: filledText(100),
  credential_id: bytes(1364),
  client_data: bytes(4096),
  attestation: bytes(32_768),
  /** Any text is allowed, because browsers may send newer transports. */
  transports: z.array(z.string().max(32)).max(16),
})

/** A new passkey, as the authenticator created it. */
export type NewPasskey = z.infer<typeof newPasskeyBody>

/** The body that renames a passkey. */
export const updatePasskeyBody = z.strictObject({ name: filledText(100) })

/** A passkey of a user. */
export const passkey = z.strictObject({
  id: idOf('pkey'),
  name: z.string(),
  created_at: timestamp,
  /** When the user last proved their identity with this passkey; null: never. */
  last_used_at: nullableTimestamp,
})

/** A passkey of a user. */
export type Passkey = z.infer<typeof passkey>

/** The given transports that we know. */
export const knownTransports = (named: readonly string[]): readonly PasskeyTransport[] =>
  transports.filter((each) => named.includes(each))
