import type { NewPasskey, PasskeyProof } from '@billing-checkout/contract'
import type { PasskeySite } from './passkey-site.ts'

/** The accepted signature algorithms, by their COSE numbers: EdDSA, ES256, RS256. */
export const passkeyAlgorithms = [-8, -7, -257] as const

/** The stored parts of a verified key. */
export interface VerifiedKey {
  readonly publicKey: string
  readonly counter: number
}

/** The site and the challenge that a signed answer must be for. */
export interface ExpectedAnswer {
  readonly site: PasskeySite
  readonly challenge: string
}

/**
 * Returns the public key of a new passkey; `undefined` unless its authenticator verified the user for our site and signed our challenge. We
 * request no attestation certificates, and refuse them, because the library would connect to addresses in them.
 */
export const verifyNewPasskey = async (
  { credential_id: id, client_data: clientDataJSON, attestation: attestationObject }: NewPasskey,
  { site, challenge }: ExpectedAnswer,
): Promise<VerifiedKey | undefined> => {
  const { verifyRegistrationResponse } = await webAuthn()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  return unlessRefused(async () => {
    const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'))
    const format = decoded.get('fmt')
    const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
    if (format !== 'none' && !isSelfSigned) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.relyingPartyId,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    })
    if (registrationInfo?.credential.id !== id) return undefined
    const { publicKey, counter } = registrationInfo.credential
    return { publicKey: Buffer.from(publicKey).toString('base64url'), counter }
  })
}

/**
 * Returns the signature counter after an authenticator signed our challenge with a stored key; `undefined` unless the authenticator
 * verified the user for our site. A counter that does not rise is refused, because a copy of the key may have signed; a counter that is
 * always 0 is accepted.
 */
export const verifyPasskeyProof = async (
  { credential_id: id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature }: PasskeyProof,
  { site, challenge, publicKey, counter }: ExpectedAnswer & VerifiedKey,
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await webAuthn()
  return unlessRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.relyingPartyId,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
}

/** The library takes half a second to load, so it is loaded at the first passkey, not when the server starts. */
const webAuthn = () => import('@simplewebauthn/server')

/** The library throws for every invalid value that a browser may send, and none of our own errors pass through here. */
const unlessRefused = async <Result>(verify: () => Promise<Result | undefined>): Promise<Result | undefined> => {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
