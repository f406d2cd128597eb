import type { Timestamp } from '@billing-checkout/domain'
import type { ConnectionSettings } from '../store/schema/connections.ts'
import type { Processor } from './processor.ts'

/** A secret or setting that an adapter needs. */
export interface WantedValue {
  readonly name: string
  /** The meaning and format of the value, for the operator who enters it. */
  readonly description: string
}

/** An account as an operator enters it, before the first request to the processor. */
export interface GivenAccount {
  readonly credentials: Readonly<Record<string, string>>
  /** Public settings by name, as texts. */
  readonly settings: Readonly<Record<string, string>>
  /** True if the database is for real money. */
  readonly livemode: boolean
}

/** The result of one check of an account. */
export interface AccountFinding {
  readonly check: string
  readonly ok: boolean
  readonly message: string
}

/** The processor's report about an account, or why there is none. */
export type AccountReport =
  | {
      readonly kind: 'answered'
      /** The processor's own id of the account; null if the key may not read it. */
      readonly accountId: string | null
      /** Whether the account moves real money, according to the processor. */
      readonly livemode: boolean
      /** The results of checking the key's mode, permissions, kinds of payment method and other requirements. */
      readonly findings: readonly AccountFinding[]
    }
  /** The processor refuses these credentials. */
  | { readonly kind: 'locked_out'; readonly message: string }
  /** The processor does not answer, or only with a server error. */
  | { readonly kind: 'silent'; readonly message: string }

/** A secret that signs notifications. */
export interface NotificationSecret {
  readonly secret: string
  /** The wall-clock time until which we accept this secret after a newer one has replaced it; null: without limit. */
  readonly goodUntil: Timestamp | null
}

/** The address to which a processor sends the notifications of a connection. */
export interface NotificationAddress {
  /** The id of the connection, which identifies its registrations. */
  readonly connection: string
  readonly url: string
}

/**
 * Registers our address for notifications at a processor, and the kinds of notification to send there. A function that fails throws with a
 * sentence for the operator.
 */
export interface NotificationRegistry {
  /**
   * Registers an address for exactly the notifications that the adapter reads. Returns the processor's own id of the registration, and its
   * secret.
   */
  register(given: GivenAccount, to: NotificationAddress): Promise<{ readonly id: string; readonly secret: string }>
  /** Returns a sentence for the operator if the registered endpoint does not work; null if it works. Changes nothing. */
  examine(given: GivenAccount, to: NotificationAddress & { readonly id: string }): Promise<string | null>
  /** Removes a connection's registrations except the one with this `id`. If `id` is null, it removes all of them. */
  keepOnly(given: GivenAccount, connection: string, id: string | null): Promise<void>
}

/**
 * Registers at a processor the domains that show device wallet buttons. Each function returns one finding for each domain, or none if the
 * account accepts no device wallet. A function that fails throws with a sentence for the operator.
 */
export interface WalletDomains {
  /** Registers missing domains, and lets the processor verify again the domains that do not work. */
  register(given: GivenAccount, domains: readonly string[]): Promise<readonly AccountFinding[]>
  /** Only reads the state of the domains. */
  examine(given: GivenAccount, domains: readonly string[]): Promise<readonly AccountFinding[]>
}

/** A problem that affects every request over a connection. */
export interface AccountTrouble {
  /**
   * `locked_out`: the processor refuses the credentials or the account, so no refused request had an effect. `other_mode`: the processor
   * answered in test mode although the database is for real money, or the reverse.
   */
  readonly kind: 'locked_out' | 'other_mode'
  readonly message: string
}

/** The account of an open connection. */
export interface ConnectedAccount {
  /** The id of the connection, which is also the id of its processor. */
  readonly connection: string
  readonly credentials: Readonly<Record<string, string>>
  readonly settings: ConnectionSettings
  /** The wall-clock time of the connection's creation: all of our transactions in the account are newer. */
  readonly connectedAt: Timestamp
  /** The secrets with which the processor may sign this connection's notifications; if empty, the connection accepts none. */
  readonly notificationSecrets: readonly NotificationSecret[]
  /** Returns how many servers use the account now. They divide the processor's rate limit equally. */
  readonly serverCount: () => number
  /**
   * Whether the connection is paused or disabled. A query that needs several requests checks this before each request, and throws if it is
   * true.
   */
  readonly isStopped: () => boolean
  /** Called as soon as an answer of the processor shows an `AccountTrouble`, possibly more than once. */
  readonly report: (trouble: AccountTrouble) => void
}

/** The object that a processor's package exports as `adapter`. Money moves only through the processors that `open` returns. */
export interface ProcessorAdapter {
  readonly credentials: readonly WantedValue[]
  /** The settings that the adapter knows. An operator may leave out any of them; `examine` reports a required setting that is missing. */
  readonly settings: readonly WantedValue[]
  /** The version of the processor's API that the adapter uses. */
  readonly apiVersion: string
  /** Where shoppers type cards: in our card frame's fields, or in the processor's own. */
  readonly cardEntry: ConnectionSettings['card_entry']
  /** Returns a sentence for each fault of an account that can be found without a request. It sends nothing. */
  examine(given: GivenAccount): readonly string[]
  /** Queries the processor about an account and changes nothing there. */
  check(given: GivenAccount): Promise<AccountReport>
  /** Absent if the processor sends no notifications, or their address cannot be registered. */
  readonly notifications?: NotificationRegistry
  /** Absent if the processor charges no device wallets, or if these wallets need no domains. */
  readonly domains?: WalletDomains
  open(account: ConnectedAccount): Processor
}
