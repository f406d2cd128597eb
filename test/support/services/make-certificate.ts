import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A server's certificate for TLS, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A self-signed certificate for a host name, valid from one day to another, both counted from today. */
export const makeCertificate = (host: string, [from, until]: readonly [number, number] = [-1, 1]): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const body = toBeSigned(host, publicKey, sequence(timeOf(from), timeOf(until)))
  const signature = createSign('sha256').update(body).sign(privateKey)
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

/** X.509 version 3 (RFC 5280): issuer and subject are the same, and the name is also an alternative name. */
const toBeSigned = (host: string, key: KeyObject, validity: Buffer): Buffer => {
  const name = sequence(tagged(0x31, sequence(hex('0603550403'), tagged(0x0c, Buffer.from(host)))))
  const alternatives = sequence(tagged(0x82, Buffer.from(host)))
  return sequence(
    tagged(0xa0, hex('020102')),
    hex('020101'),
    ecdsaWithSha256,
    name,
    validity,
    name,
    key.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(hex('0603551d11'), tagged(0x04, alternatives)))),
  )
}

const timeOf = (days: number): Buffer => {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tagged(0x17, Buffer.from(text.slice(2)))
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts)

const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
