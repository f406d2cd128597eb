import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, unlinkSync, writeSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../config/make-private-folder.ts'

/** What a key is for; each purpose has a key of its own, so that none can be used in another's place. */
export type KeyPurpose =
  | 'api keys'
  | 'server keys'
  | 'fingerprints'
  | 'element files'
  | 'webhook secrets'
  | 'connection credentials'
  | 'audit'
  | 'data keys'
  | 'backups'
  | 'pages'

/** The secret that all other secrets are derived from or sealed with. */
export interface MasterSecret {
  /** A 32-byte key for one purpose. */
  deriveKey(purpose: KeyPurpose): Buffer
}

/** The master secret that `SECRET_KEY` gives: hexadecimal, base64 or any other text, at least 32 characters of it. */
export const masterSecretOf = (text: string): MasterSecret => {
  const derived = new Map<KeyPurpose, Buffer>()
  return {
    deriveKey(purpose) {
      const known = derived.get(purpose)
      if (known !== undefined) return known
      const fresh = Buffer.from(hkdfSync('sha256', text, 'billing-checkout', purpose, 32))
      derived.set(purpose, fresh)
      return fresh
    },
  }
}

/**
 * The secret kept in the data folder, made at the first start. Two servers that start together end up with the same one,
 * and a crash leaves either none or a whole one.
 */
export const keepSecretIn = (dataDir: string): string => {
  makePrivateFolder(dataDir)
  const path = join(dataDir, 'secret.key')
  return readSecret(path) ?? makeSecret(path)
}

/** The secret kept in the data folder, if there is one; it makes none. */
export const findSecretIn = (dataDir: string): string | undefined => readSecret(join(dataDir, 'secret.key'))

const readSecret = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const makeSecret = (path: string): string => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeDurably(draft, randomBytes(32).toString('base64url'))
  try {
    // A link fails if the file exists; a rename would replace a secret that another server has just begun to use.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(path, 'utf8').trim()
}

const writeDurably = (path: string, text: string): void => {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${text}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
