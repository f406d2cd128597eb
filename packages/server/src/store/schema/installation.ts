import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Mode } from '../../config/mode.ts'
import type { Json, OwnedRow } from './columns.ts'

/** The one row with the offset of the billing clock from the wall clock. */
export interface ClockTable {
  singleton: Generated<boolean>
  /** Whether this database is for a sandbox or for live money; null until the first start. */
  mode: Generated<Mode | null>
  /** The offset of the clock that governs leases; only tests set it. */
  leaseOffsetMillis: Generated<number>
  leaseFrozenAt: Generated<Timestamp | null>
  offsetMillis: number
  frozenAt: Timestamp | null
  /** The process that is moving the clock, and the wall-clock time until which other processes wait for it. */
  mover: Generated<string | null>
  moverUntil: Generated<Timestamp | null>
  /** The target of an unfinished move, and the request that asked for it. */
  movingTo: Generated<Timestamp | null>
  movingFor: Generated<string | null>
}

/** Running servers and workers, and when each was last seen, by the database's own clock. */
export interface LiveServerTable {
  id: string
  seenAt: Timestamp
}

/** Payment methods whose charges were declined with a code that the processor's adapter does not know. By the wall clock. */
export interface UnrecognizedDeclineTable {
  connection: string
  code: string
  /** A digest of the method's token. */
  method: string
  seenAt: Timestamp
  /** Until when charges that are declined with the code are deferred; null if the method itself seems to be the cause. */
  doubtedUntil: Timestamp | null
}

/** Key pairs of the installation; the private keys are encrypted. */
export interface ServerKeyTable {
  kid: string
  purpose: 'client_token' | 'card'
  publicJwk: Json<Record<string, string>>
  sealedPrivateJwk: Uint8Array
  createdAt: Timestamp
  retiredAt: Timestamp | null
}

/** Keys that encrypt values, or recognize them by a keyed hash. The master secret encrypts these keys. */
export interface DataKeyTable {
  purpose:
    | 'cards'
    | 'fingerprints'
    | 'api keys'
    | 'element files'
    | 'webhook secrets'
    | 'connection credentials'
    | 'audit'
    | 'pages'
  version: number
  wrappedKey: Uint8Array
  createdAt: Timestamp
}

/** Card numbers for processors that store none, encrypted under a data key. */
export interface VaultedCardTable extends OwnedRow {
  sealed: Uint8Array
  keyVersion: number
  createdAt: Timestamp
}

/** Every version of the element's scripts that was ever served, by file name with a content hash. */
export interface ElementFileTable {
  path: string
  body: Uint8Array
  seal: Uint8Array
  createdAt: Timestamp
}

/** Warnings that only an operator can act on, by name, each with the time at which it was last raised. */
export interface OperatorWarningTable {
  name: string
  detail: string
  seenAt: Timestamp
}

/** Backups that were made of this database. */
export interface BackupTable {
  id: Generated<number>
  /** The moment whose state the backup contains. */
  at: Timestamp
  /** The path of the backup. */
  file: string
  bytes: number
  finishedAt: Generated<Timestamp>
}
