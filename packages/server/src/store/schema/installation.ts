import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Mode } from '../../config/mode.ts'
import type { Json } from './columns.ts'

/** The one row with the offset of the billing clock from the wall clock. */
export interface ClockTable {
  singleton: Generated<boolean>
  /** Whether this database is for a sandbox or for live money; null until the first start. */
  mode: Generated<Mode | null>
  /** The offset of the clock that leases are counted by; only tests set it. */
  leaseOffsetMillis: Generated<number>
  leaseFrozenAt: Generated<Timestamp | null>
  offsetMillis: number
  frozenAt: Timestamp | null
  /** Who is moving the clock, and the wall-clock time until which the others wait. */
  mover: Generated<string | null>
  moverUntil: Generated<Timestamp | null>
  /** The target of the last move if it broke off, and the request that asked for it. */
  movingTo: Generated<Timestamp | null>
  movingFor: Generated<string | null>
}

/** Servers and workers that run at the moment. By the database's own clock. */
export interface LiveServerTable {
  id: string
  seenAt: Timestamp
}

/** Methods that met a code of a processor that its adapter does not know. By the wall clock. */
export interface UnrecognizedDeclineTable {
  connection: string
  code: string
  /** A digest of the method's token. */
  method: string
  seenAt: Timestamp
  /** Until when charges that meet the code are deferred; null while the method is thought to be to blame. */
  doubtedUntil: Timestamp | null
}

/** Key pairs of the installation, their private halves sealed. */
export interface ServerKeyTable {
  kid: string
  purpose: 'client_token' | 'card'
  publicJwk: Json<Record<string, string>>
  sealedPrivateJwk: Uint8Array
  createdAt: Timestamp
  retiredAt: Timestamp | null
}

/** Keys that encrypt or recognise things, wrapped under the master secret. */
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
export interface VaultedCardTable {
  organizationId: string
  id: string
  sealed: Uint8Array
  keyVersion: number
  createdAt: Timestamp
}

/** Every version of the element's script and its parts that was ever served, by hashed name. */
export interface ElementFileTable {
  path: string
  body: Uint8Array
  seal: Uint8Array
  createdAt: Timestamp
}

/** Warnings that only an operator can act on, by name, with the time they were last seen. */
export interface OperatorWarningTable {
  name: string
  detail: string
  seenAt: Timestamp
}
