import type { Timestamp } from '@billing-checkout/domain'
import type { ConnectionSettings } from '../store/schema/connections.ts'
import type { Processor } from './processor.ts'

/** A secret or setting that an adapter needs. */
export interface WantedValue {
  readonly name: string
  /** What it is and looks like, for the operator who enters it. */
  readonly description: string
}

/** An account as an operator gives it, before the first request to the processor. */
export interface GivenAccount {
  readonly credentials: Readonly<Record<string, string>>
  /** Public settings by name, as texts. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether the database is for real money. */
  readonly livemode: boolean
}

/** One thing that was looked at, and whether it is as it has to be. */
export interface AccountFinding {
  readonly check: string
  readonly ok: boolean
  readonly message: string
}

/** What the processor reports about an account, or why it reports nothing. */
export type AccountReport =
  | {
      readonly kind: 'answered'
      /** The account, by the processor's own id; null if the key may not read it. */
      readonly accountId: string | null
      /** Whether the account moves real money, as the processor says. */
      readonly livemode: boolean
      /** The key's mode, permissions, kinds of payment method and whatever else has to be right. */
      readonly findings: readonly AccountFinding[]
    }
  /** The processor refuses these credentials. */
  | { readonly kind: 'locked_out'; readonly message: string }
  /** The processor does not answer, or only with an error of its own. */
  | { readonly kind: 'silent'; readonly message: string }

/** A secret that notifications are signed with. */
export interface NotificationSecret {
  readonly secret: string
  /** Until when it is accepted, by the wall clock, after another has replaced it; null: for good. */
  readonly goodUntil: Timestamp | null
}

/** Where a processor sends the notifications of a connection. */
export interface NotificationAddress {
  /** The id of the connection, which finds what was registered for it. */
  readonly connection: string
  readonly url: string
}

/** Registers where a processor sends notifications, and of which kinds. Each throws with a sentence for the operator if it cannot. */
export interface NotificationRegistry {
  /** Registers an address for just the notifications that the adapter reads; answers the processor's own id of it, and its secret. */
  register(given: GivenAccount, to: NotificationAddress): Promise<{ readonly id: string; readonly secret: string }>
  /** Returns why the registered endpoint does not work as it should, as a sentence; null if it does. Changes nothing. */
  examine(given: GivenAccount, to: NotificationAddress & { readonly id: string }): Promise<string | null>
  /** Removes everything that was ever registered for a connection but `id`; everything if that is null. */
  keepOnly(given: GivenAccount, connection: string, id: string | null): Promise<void>
}

/**
 * Registers the domains on which buttons of devices' wallets stand. Each answers a finding for every domain with such a button, none if
 * the account charges no such wallet, and throws with a sentence for the operator if it cannot.
 */
export interface WalletDomains {
  /** Registers the domains that are not registered yet, and has those verified again that do not work. */
  register(given: GivenAccount, domains: readonly string[]): Promise<readonly AccountFinding[]>
  /** Changes nothing. */
  examine(given: GivenAccount, domains: readonly string[]): Promise<readonly AccountFinding[]>
}

/** What keeps a whole connection from working, whatever the request. */
export interface AccountTrouble {
  /**
   * `locked_out`: the processor refuses the credentials or the account, so that nothing it refused was done. `other_mode`: an answer was
   * of the other mode than the database.
   */
  readonly kind: 'locked_out' | 'other_mode'
  readonly message: string
}

/** An account that a connection charges over. */
export interface ConnectedAccount {
  /** The id of the connection, which is the id of its processor, too. */
  readonly connection: string
  readonly credentials: Readonly<Record<string, string>>
  readonly settings: ConnectionSettings
  /** Nothing of ours in the account is older than this. By the wall clock. */
  readonly connectedAt: Timestamp
  /** What its notifications may be signed with; if empty, it takes none. */
  readonly notificationSecrets: readonly NotificationSecret[]
  /** How many servers use the account at the moment: each takes its share of the processor's limit. */
  readonly share: () => number
  /** Whether the connection is paused or disabled. A query of several requests asks before each of them, and throws if it is. */
  readonly isHeld: () => boolean
  /** Called as soon as an answer shows trouble, perhaps more than once. */
  readonly report: (trouble: AccountTrouble) => void
}

/** What the package of a processor exports as `adapter`. It moves no money but through the processor that it opens. */
export interface ProcessorAdapter {
  readonly credentials: readonly WantedValue[]
  /** Settings that may be given; each may be left out, and `examine` says which must not. */
  readonly settings: readonly WantedValue[]
  /** The version of the processor's interface that it speaks. */
  readonly apiVersion: string
  /** Where cards are typed. */
  readonly cardEntry: ConnectionSettings['card_entry']
  /** Everything that is wrong with an account at first sight, each as a sentence. Nothing is sent. */
  examine(given: GivenAccount): readonly string[]
  /** Queries the processor about an account. Changes nothing there. */
  check(given: GivenAccount): Promise<AccountReport>
  /** Absent if the processor sends no notifications, or takes no address for them. */
  readonly notifications?: NotificationRegistry
  /** Absent if it charges no wallets of devices, or those need no domains. */
  readonly domains?: WalletDomains
  open(account: ConnectedAccount): Processor
}
