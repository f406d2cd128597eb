import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../config/mode.ts'

/** Makes an API key: `sk_sandbox_` or `sk_live_`, 166 random bits and a checksum. */
export const mintApiKeyText = (mode: Mode): string => {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const body = `sk_${mode}_${random}`
  return `${body}${checksumOf(body)}`
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 28 characters from an alphabet of 62 hold 166 random bits. */
const randomLength = 28
const checksumLength = 6

/** Returns the mode of an API key; `undefined` if the text cannot be a key. It does not query the database. */
export const modeOfApiKey = (text: string): Mode | undefined => {
  const match = /^sk_(sandbox|live)_[0-9A-Za-z]{34}$/.exec(text)
  if (match === null) return undefined
  return text.endsWith(checksumOf(text.slice(0, -checksumLength))) ? (match[1] as Mode) : undefined
}

/** The part of a key that may be shown later, to distinguish it from others. */
export const hintOfApiKey = (text: string): string => `${text.slice(0, text.lastIndexOf('_') + 1)}…${text.slice(-4)}`

const checksumOf = (body: string): string => {
  let rest = crc32(body)
  let text = ''
  while (text.length < checksumLength) {
    text = alphabet[rest % alphabet.length] + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}
