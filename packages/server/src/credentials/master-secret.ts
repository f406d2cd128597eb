import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, unlinkSync, writeSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '@billing-checkout/database/embedded'
import type { DataKeyTable } from '../store/schema/installation.ts'

/** The purposes whose key stays the same when the master secret is changed. */
export type StoredKeyPurpose = Exclude<DataKeyTable['purpose'], 'cards'>

/** The purposes of derived keys. Each purpose has its own key, so that no key can be used for another purpose. */
export type KeyPurpose = StoredKeyPurpose | 'server keys' | 'data keys' | 'backups'

/** The secret from which all other secrets are derived, or with which they are encrypted. */
export interface MasterSecret {
  /** A 32-byte key for one purpose. */
  deriveKey(purpose: KeyPurpose): Buffer
}

/** Makes the master secret from the text of `SECRET_KEY`: hexadecimal, base64 or any other text of at least 32 characters. */
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
 * Reads the secret in the data folder, and makes it at the first start. Two servers that start together get the same secret, and a crash
 * leaves either no secret or a complete one.
 */
export const readOrCreateSecretIn = (dataDir: string): string => {
  makePrivateFolder(dataDir)
  const path = join(dataDir, 'secret.key')
  return readSecret(path) ?? makeSecret(path)
}

/** Reads the secret in the data folder, if there is one. */
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
    // A link fails if the file exists; a rename would replace a secret that another server has just started to use.
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
