import type { CurrencyCode, EmailKind, EmailReason, EmailStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json, OwnedRow } from './columns.ts'

/** One row for every email that we owe a customer (DECISIONS 185). */
export interface EmailTable extends OwnedRow {
  kind: EmailKind
  /** Null: the email goes to a typed address, to acknowledge a declaration or to sign in. */
  customerId: string | null
  subscriptionId: string | null
  paymentId: string | null
  facts: Json<EmailDetails>
  status: Generated<EmailStatus>
  reason: Generated<EmailReason | null>
  recipient: Generated<string | null>
  locale: Generated<string | null>
  messageId: Generated<string | null>
  tries: Generated<number>
  /** When the email was first handed to the mail server, by the wall clock. */
  firstTriedAt: Generated<Timestamp | null>
  /** The earliest time to send the email, by the billing clock. */
  dueAt: Timestamp
  sentAt: Generated<Timestamp | null>
  createdAt: Timestamp
}

/** Facts that an email states in addition to its payment, as they were when the cause of the email happened. */
export interface EmailDetails {
  /** Only in a copy of an email: when the cause of the original email happened. */
  readonly happened_at?: Timestamp
  /** The amount charged, declined or refunded, in minor units. */
  readonly amount?: number
  readonly currency?: CurrencyCode
  readonly refund_id?: string
  /** When the announced charge falls due. */
  readonly charged_at?: Timestamp
  /** When the charge after this one falls due; null if none does. */
  readonly next_charge_at?: Timestamp | null
  /** When a declined charge is tried again; null if it is not tried again. */
  readonly next_try_at?: Timestamp | null
  /** When the subscription ends, or ended. */
  readonly ends_at?: Timestamp
  /** How often the subscription renews before it ends; absent if it does not renew any more. */
  readonly renewals?: number
  /** Whether a withdrawal was declared after its deadline. */
  readonly is_late?: true
  /** The portal session in which the customer requested a change of address. */
  readonly portal_session_id?: string
  /** The declaration that the email acknowledges. */
  readonly declaration_id?: string
  readonly decline_code?: string
  /** Why the subscription ended, if the customer did not cancel it. */
  readonly ended_by?: 'unpaid' | 'merchant'
  /** Whether the customer cancelled, and may undo the cancellation with a link in the email. */
  readonly can_keep?: true
  /** The prices of a period before and after a discount ends, in minor units. */
  readonly price_before?: number
  readonly price_after?: number
  /** The names of the plans before and after a change. */
  readonly plan_before?: string
  readonly plan_after?: string
  /** Why a scheduled change does not happen: it was taken back, or refused when it was due. */
  readonly dropped?: 'taken_back' | 'refused'
  /** The plan whose charge is announced. */
  readonly plan_id?: string
  /** The quantity of that plan. */
  readonly quantity?: number
  /** The expiring card: its last digits, and its last month as YYYY-MM. */
  readonly last4?: string
  readonly expires?: string
  /** The client session whose change without a payment the email confirms. */
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
