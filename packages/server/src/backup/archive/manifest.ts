import type { Timestamp } from '@billing-checkout/domain'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Mode } from '../../config/mode.ts'
import type { MasterSecret } from '../../credentials/master-secret.ts'
import type { DatabaseKind } from '../../store/engine/database-engine.ts'
import type { Contents } from '../contents.ts'

/** What a file of ours is for: a backup is restored into a database of its kind, an export is imported into either. */
export type ArchiveKind = 'backup' | 'export'

/** What a file says of itself and of the database that it was made from. */
export interface Manifest {
  readonly format: 1
  readonly kind: ArchiveKind
  readonly database: DatabaseKind
  /** The version of the server that made it. */
  readonly version: string
  readonly mode: Mode
  /** The moment that it shows, by the database's clock. */
  readonly at: Timestamp
  /** The major version of PostgreSQL, and that of `pg_dump` where it was used. */
  readonly postgresql: number
  readonly dumpedBy: number | null
  readonly migrations: readonly AppliedMigration[]
  readonly contents: Contents
  /** Tells master secrets apart and does not tell them. */
  readonly secret: string
  readonly payload: { readonly name: string; readonly bytes: number; readonly sha256: string }
}

/** A row of the schema's history. */
export interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly appliedAt: string
  readonly needsVersion: number
}

/** The format of the files that this version writes. */
export const formatVersion = 1

/** What tells a master secret apart from others. */
export const fingerprintOf = (secret: MasterSecret): string => signatureOf(secret, 'fingerprint').slice(0, 16)

/** A manifest as text, signed under the master secret: whoever lacks that can make no file that is restored. */
export const writeManifest = (manifest: Manifest, secret: MasterSecret): string =>
  `${JSON.stringify({ manifest, signature: signatureOf(secret, JSON.stringify(manifest)) }, null, 2)}\n`

/** A manifest and whether it was signed under a master secret. Throws for a text that is no manifest. */
export const readManifest = (
  text: string,
): { readonly manifest: Manifest; readonly isSignedUnder: (secret: MasterSecret) => boolean } => {
  const { manifest, signature } = JSON.parse(text) as { readonly manifest: Manifest; readonly signature: string }
  if (typeof manifest?.format !== 'number' || typeof signature !== 'string') throw new Error('It is no manifest.')
  return {
    manifest,
    isSignedUnder: (secret) => isSame(signature, signatureOf(secret, JSON.stringify(manifest))),
  }
}

const signatureOf = (secret: MasterSecret, text: string): string =>
  createHmac('sha256', secret.deriveKey('backups')).update(text).digest('hex')

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
