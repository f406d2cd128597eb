import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { MasterSecret } from '../../credentials/master-secret.ts'
import { type DatabaseTotals, summedKinds } from '../database-totals.ts'

/** The purpose of a file: a backup is restored into a database of its own kind; an export can be imported into either kind. */
export type ArchiveKind = Manifest['kind']

/** The format of the files that this version writes. */
export const formatVersion = 1

/** A fingerprint that distinguishes master secrets without revealing them. */
export const secretFingerprintOf = (secret: MasterSecret): string => signatureOf(secret, 'fingerprint').slice(0, 16)

/**
 * Returns a manifest as text, signed under the master secret. Without that secret, an attacker cannot make a file that `restore` accepts.
 */
export const writeManifest = (manifest: Manifest, secret: MasterSecret): string =>
  `${JSON.stringify({ manifest, signature: signatureOf(secret, JSON.stringify(manifest)) }, null, 2)}\n`

/** The content of a manifest's text, or the version of the newer server that wrote it. */
export type ParsedManifest =
  | { readonly manifest: Manifest; readonly isSignedUnder: (secret: MasterSecret) => boolean }
  | { readonly newerVersion: string }

/**
 * Parses the text of a manifest. An attacker may have written it, so all of it is checked before it is used or shown. Throws for a text
 * that is not a manifest.
 */
export const readManifest = (text: string): ParsedManifest => {
  const { manifest, signature } = signedText.parse(JSON.parse(text))
  const { format, version } = anyFormat.parse(manifest)
  if (format > formatVersion) return { newerVersion: version }
  thisFormat.parse(manifest)
  const signed = JSON.stringify(manifest)
  return {
    // Return the original object and not the parsed copy, because the signature covers the original members in their original order.
    manifest: manifest as Manifest,
    isSignedUnder: (secret) => isSame(signature, signatureOf(secret, signed)),
  }
}

const signedText = z.object({ manifest: z.unknown(), signature: z.string() })

/** The members that every format has. The version is shown to the operator, so it must not contain control characters for a terminal. */
const anyFormat = z.object({ format: z.int().min(1), version: z.string().regex(/^[\w.+-]{1,40}$/) })

const thisFormat = z.object({
  format: z.literal(formatVersion),
  kind: z.enum(['backup', 'export']),
  database: z.enum(['embedded', 'postgresql']),
  /** The version of the server that wrote the file. */
  version: z.string(),
  mode: z.enum(['sandbox', 'live']),
  /** The moment whose state the file contains, by the database's clock. */
  at: z.string(),
  /** The major version of PostgreSQL; `dumpedBy`: the major version of `pg_dump`, or null if `pg_dump` was not used. */
  postgresql: z.int(),
  dumpedBy: z.int().nullable(),
  /** The rows of the migration history. */
  migrations: z.array(z.object({ version: z.int(), name: z.string(), appliedAt: z.string(), needsVersion: z.int() })),
  contents: z.object({
    counts: z.record(z.string(), z.number()),
    sums: z.array(
      z.object({
        what: z.enum(summedKinds),
        currency: z.string(),
        status: z.string(),
        count: z.number(),
        amount: z.string(),
      }),
    ),
  }) satisfies z.ZodType<DatabaseTotals>,
  /** A fingerprint of the master secret, which does not reveal the secret. */
  secret: z.string(),
  payload: z.object({ name: z.string(), bytes: z.int(), sha256: z.string() }),
})

/** The description of a backup file and of the database that it was made from. */
export type Manifest = Omit<z.infer<typeof thisFormat>, 'contents'> & { readonly contents: DatabaseTotals }

const signatureOf = (secret: MasterSecret, text: string): string =>
  createHmac('sha256', secret.deriveKey('backups')).update(text).digest('hex')

const isSame = (given: string, expected: string): boolean => {
  // Compared as bytes, because texts of the same length may differ in their number of bytes.
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
