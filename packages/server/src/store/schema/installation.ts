import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Mode } from '../../config/mode.ts'
import type { Json } from './columns.ts'

/** The one row that says how far the billing clock is from the wall clock. */
export interface ClockTable {
  singleton: Generated<boolean>
  /** Whether this database's money is play money; null until a server that knows modes has started. */
  mode: Generated<Mode | null>
  /** Of the clock of leases; only tests move it. */
  leaseOffsetMillis: Generated<number>
  leaseFrozenAt: Generated<Timestamp | null>
  offsetMillis: number
  frozenAt: Timestamp | null
  /** Who is moving the clock, and until when (wall clock) the others wait. */
  mover: Generated<string | null>
  moverUntil: Generated<Timestamp | null>
  /** Where the last move ends that broke off, and the request that asks for it. */
  movingTo: Generated<Timestamp | null>
  movingFor: Generated<string | null>
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

/** Keys that seal or recognise, wrapped under the master secret. */
export interface DataKeyTable {
  purpose: 'cards' | 'fingerprints' | 'api keys' | 'element files'
  version: number
  wrappedKey: Uint8Array
  createdAt: Timestamp
}

/** Card numbers for processors that keep none, sealed under a data key. */
export interface VaultedCardTable {
  organizationId: string
  id: string
  sealed: Uint8Array
  keyVersion: number
  createdAt: Timestamp
}

/** What the element's script was ever served as, by hashed name. */
export interface ElementFileTable {
  path: string
  body: Uint8Array
  seal: Uint8Array
  createdAt: Timestamp
}

/** What servers met that only their operator can put right, by name, and when it was seen last. */
export interface OperatorWarningTable {
  name: string
  detail: string
  seenAt: Timestamp
}
