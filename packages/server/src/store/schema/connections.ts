import type { PaymentMethodType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** Whether a connection charges: `enabled` does; `paused` waits until the processor accepts our credentials again; `disabled` was ended. */
export type ConnectionState = 'enabled' | 'paused' | 'disabled'

/** The facts of a connection that are not secret. */
export interface ConnectionSettings {
  /** The account at the processor, by its own id; null if the processor does not tell it to this key. */
  readonly account_id: string | null
  /** Whether the account moves real money, as the processor says. */
  readonly livemode: boolean
  /** The version of the processor's interface that its adapter speaks. */
  readonly api_version: string
  /** Where a card is typed: in our own fields, which seal it, or in the processor's fields inside our frame. */
  readonly card_entry: 'sealed' | 'hosted'
  /** The public key that identifies the account in pages; null if the processor has no such key. */
  readonly publishable_key: string | null
  /** The kinds of method that the account charges; null or absent: the adapter's defaults. */
  readonly method_kinds?: readonly PaymentMethodType[] | null
  /** Where the processor is, for a stand-in of it in a sandbox; null: the real one. */
  readonly api_url: string | null
  /** The address of the processor's script if a stand-in serves it; null or absent: the real one. */
  readonly script_url?: string | null
  /** Whether a shopper's e-mail, name, postal code and country are sent; null or absent: they are. */
  readonly shopper_details?: 'on' | 'off' | null
  /** The registered address for the processor's notifications; null or absent: none. */
  readonly notifications?: RegisteredNotifications | null
}

/** What was registered at a processor, so that it sends notifications here. */
export interface RegisteredNotifications {
  /** The processor's own id of it. */
  readonly endpoint_id: string
  readonly url: string
}

/** Accounts at processors. All times are by the wall clock. */
export interface ConnectionTable {
  organizationId: string
  id: string
  adapter: string
  label: string
  sealedCredentials: Uint8Array
  settings: Json<ConnectionSettings>
  state: Generated<ConnectionState>
  /** Why it is paused or disabled. */
  reason: string | null
  pausedAt: Timestamp | null
  /** When the processor of a paused connection is queried next whether it accepts us, and how often it was. */
  dueAt: Timestamp | null
  tries: Generated<number>
  revision: Generated<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}
