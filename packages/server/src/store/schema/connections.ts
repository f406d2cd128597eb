import type { PaymentMethodType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { DatedRow, Json } from './columns.ts'

/**
 * `enabled`: the connection makes charges. `paused`: it makes none until the processor accepts our credentials again. `disabled`: it makes
 * none until an operator enables it again.
 */
export type ConnectionState = 'enabled' | 'paused' | 'disabled'

/** The settings of a connection that are not secret. */
export interface ConnectionSettings {
  /** The processor's own id of the account; null if the processor does not reveal the id to this key. */
  readonly account_id: string | null
  /** Whether the account moves real money, according to the processor. */
  readonly livemode: boolean
  /** The version of the processor's API that the adapter uses. */
  readonly api_version: string
  /** Where a shopper types a card: in our own fields, which encrypt it, or in the processor's fields inside our frame. */
  readonly card_entry: 'sealed' | 'hosted'
  /** The public key that identifies the account to scripts in a page; null if the processor has none. */
  readonly publishable_key: string | null
  /** The kinds of payment method that the account accepts; null or absent: the adapter's defaults. */
  readonly method_kinds?: readonly PaymentMethodType[] | null
  /** The address of a stand-in for the processor in a sandbox; null: the real one. */
  readonly api_url: string | null
  /** The address of the stand-in's script; null or absent: the real one. */
  readonly script_url?: string | null
  /** Whether the shopper's e-mail, name, postal code and country are sent to the processor; null or absent: they are. */
  readonly shopper_details?: 'on' | 'off' | null
  /** The registration for the processor's notifications; null or absent: none. */
  readonly notifications?: RegisteredNotifications | null
}

/** A registration at a processor that makes it send notifications here. */
export interface RegisteredNotifications {
  /** The processor's own id of the registration. */
  readonly endpoint_id: string
  readonly url: string
}

/** Accounts at processors. All times are by the wall clock. */
export interface ConnectionTable extends DatedRow {
  adapter: string
  label: string
  sealedCredentials: Uint8Array
  settings: Json<ConnectionSettings>
  state: Generated<ConnectionState>
  /** Why the connection is paused or disabled. */
  reason: string | null
  pausedAt: Timestamp | null
  /** When we next check whether the processor of a paused connection accepts our credentials, and the number of checks so far. */
  dueAt: Timestamp | null
  tries: Generated<number>
  revision: Generated<number>
}
