import type { CurrencyCode, EmailKind, EmailReason, EmailStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** One row for every email that a customer is owed (DECISIONS 185). */
export interface EmailTable {
  organizationId: string
  id: string
  kind: EmailKind
  /** Null: it goes to the address that was typed, to acknowledge a declaration or to sign in. */
  customerId: string | null
  subscriptionId: string | null
  paymentId: string | null
  facts: Json<EmailFacts>
  status: Generated<EmailStatus>
  reason: Generated<EmailReason | null>
  recipient: Generated<string | null>
  locale: Generated<string | null>
  messageId: Generated<string | null>
  tries: Generated<number>
  /** When it was handed over first, by the wall clock. */
  firstTriedAt: Generated<Timestamp | null>
  /** From when on it may be sent, by the billing clock. */
  dueAt: Timestamp
  sentAt: Generated<Timestamp | null>
  createdAt: Timestamp
}

/** What an email states beyond its payment, as it was when its cause happened. */
export interface EmailFacts {
  /** Only in a copy: when the cause of the first email happened. */
  readonly happened_at?: Timestamp
  /** Minor units: what is charged, was declined, or was refunded. */
  readonly amount?: number
  readonly currency?: CurrencyCode
  readonly refund_id?: string
  /** When the announced charge falls due. */
  readonly charged_at?: Timestamp
  /** When the charge after this one falls due; null if none does. */
  readonly next_charge_at?: Timestamp | null
  /** When a declined charge is tried again; null if it is not. */
  readonly next_try_at?: Timestamp | null
  /** When the subscription ends, or ended. */
  readonly ends_at?: Timestamp
  /** How often the subscription renews until then; absent: never. */
  readonly renewals?: number
  /** Whether a withdrawal came after its period. */
  readonly is_late?: true
  /** The session of the portal in which the customer asked for a change of address. */
  readonly portal_session_id?: string
  /** The declaration that it acknowledges. */
  readonly declaration_id?: string
  readonly decline_code?: string
  /** Why the subscription ended, if not by a cancellation of the customer. */
  readonly ended_by?: 'unpaid' | 'merchant'
  /** Whether the customer themselves has cancelled, and may take it back by a link in the email. */
  readonly can_keep?: true
  /** What a period costs until a discount ends and from then on, in minor units. */
  readonly price_before?: number
  readonly price_after?: number
  /** The names of the plans before and after a change. */
  readonly plan_before?: string
  readonly plan_after?: string
  /** Why a scheduled change is not made: it was taken back, or refused when its time came. */
  readonly dropped?: 'taken_back' | 'refused'
  /** The plan whose charge is announced. */
  readonly plan_id?: string
  /** How many units of it. */
  readonly quantity?: number
  /** The card that expires: its last digits, and its last month as YYYY-MM. */
  readonly last4?: string
  readonly expires?: string
  /** The session whose change without a payment it is about. */
  readonly session_id?: string
}

/** An email that the sandbox shows instead of sending it. */
export interface StoredEmailTable {
  organizationId: string
  /** The id of the email. */
  id: string
  message: Json<unknown>
  /** By the billing clock. */
  createdAt: Timestamp
}
