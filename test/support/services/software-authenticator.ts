import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyChallenge, PasskeyProof } from '#contract/index.ts'

/** How an answer of the authenticator differs from a correct one. */
export interface AuthenticatorFaults {
  readonly origin?: string
  readonly relyingPartyId?: string
  readonly challenge?: string
  readonly type?: string
  /** The authenticator's counter; if absent, one more than before. */
  readonly counter?: number
  readonly isUserVerified?: boolean
  readonly userHandle?: string | null
  /** A certificate with which the authenticator attests; if absent, there is no attestation. */
  readonly certificate?: Buffer
}

/** A software authenticator with one key (ES256), which signs whatever a test wants. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(16).toString('base64url')
  counter = 0
  userId = ''
  readonly #key: KeyObject
  readonly #coordinates: readonly Buffer[]
  readonly #origin: string

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#coordinates = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    this.#origin = origin
  }

  /** Makes the key a new passkey of a user, in answer to a challenge. */
  create(asked: PasskeyChallenge, wrong: AuthenticatorFaults = {}): NewPasskey {
    this.userId = asked.user?.id ?? this.userId
    const clientData = this.#clientData(wrong.type ?? 'webauthn.create', asked, wrong)
    const id = Buffer.from(this.credentialId, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authenticatorData = Buffer.concat([
      this.#head(asked, wrong, 0x41),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey(),
    ])
    const signed = this.#sign(Buffer.concat([authenticatorData, sha256(clientData)]))
    const statement =
      wrong.certificate === undefined
        ? Buffer.from([0xa0])
        : cborMap([
            ['alg', Buffer.from([0x26])],
            ['sig', cborBytes(signed)],
            ['x5c', Buffer.concat([Buffer.from([0x81]), cborBytes(wrong.certificate)])],
          ])
    const attestation = cborMap([
      ['fmt', cborText(wrong.certificate === undefined ? 'none' : 'packed')],
      ['attStmt', statement],
      ['authData', cborBytes(authenticatorData)],
    ])
    return {
      name: 'Laptop',
      credential_id: this.credentialId,
      client_data: clientData.toString('base64url'),
      attestation: attestation.toString('base64url'),
      transports: ['internal', 'a transport of the year 2040'],
    }
  }

  /** Proves the user's identity, in answer to a challenge. */
  prove(asked: PasskeyChallenge, wrong: AuthenticatorFaults = {}): PasskeyProof {
    const clientData = this.#clientData(wrong.type ?? 'webauthn.get', asked, wrong)
    const authenticatorData = this.#head(asked, wrong, 0x01)
    const handle = wrong.userHandle === undefined ? this.userId : wrong.userHandle
    return {
      credential_id: this.credentialId,
      client_data: clientData.toString('base64url'),
      authenticator_data: authenticatorData.toString('base64url'),
      signature: this.#sign(Buffer.concat([authenticatorData, sha256(clientData)])).toString('base64url'),
      user_handle: handle === null ? null : Buffer.from(handle).toString('base64url'),
    }
  }

  #clientData(type: string, asked: PasskeyChallenge, wrong: AuthenticatorFaults): Buffer {
    const { challenge = asked.challenge, origin = this.#origin } = wrong
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** The hash of the relying party, the flags (0x04: the user was verified) and the counter. */
  #head({ relying_party_id: id }: PasskeyChallenge, wrong: AuthenticatorFaults, flags: number): Buffer {
    this.counter = wrong.counter ?? this.counter + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = wrong.isUserVerified === false ? flags : flags | 0x04
    return Buffer.concat([sha256(Buffer.from(wrong.relyingPartyId ?? id)), Buffer.from([all]), counter])
  }

  /** COSE: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y. */
  #publicKey(): Buffer {
    const [x, y] = this.#coordinates.map(cborBytes)
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
    return Buffer.concat([head, x!, Buffer.from([0x22]), y!])
  }

  #sign(data: Buffer): Buffer {
    return sign('sha256', data, this.#key)
  }
}

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest()

const cborLength = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([major | length])
    : length < 256
      ? Buffer.from([major | 24, length])
      : Buffer.from([major | 25, length >> 8, length & 0xff])

const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborLength(0x40, bytes.length), bytes])

const cborText = (text: string): Buffer => Buffer.concat([cborLength(0x60, text.length), Buffer.from(text)])

const cborMap = (entries: readonly (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([cborLength(0xa0, entries.length), ...entries.flatMap(([name, value]) => [cborText(name), value])])
