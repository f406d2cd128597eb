import type { CurrencyCode, EmailKind, PaymentMethod, Subscription } from '@billing-checkout/contract'
import type { PlanTerms, Timestamp } from '@billing-checkout/domain'
import type { EmailDetails } from '../../store/schema/emails.ts'
import type { ShownQuote, StoredConsent } from '../../store/schema/consents.ts'
import type { DeclarationText } from './declaration-rows.ts'
import type { Seller } from './email-content.ts'

/** Everything from which an email is composed. */
export interface EmailInput {
  readonly kind: EmailKind
  readonly facts: EmailDetails
  /** When the cause of the email happened. */
  readonly at: Timestamp
  /** Canonical BCP 47 tag of the customer's language. */
  readonly locale: string
  readonly seller: Seller
  readonly links: CustomerLinks
  readonly customerName: string | null
  readonly customerEmail: string
  /** Tax identifiers of the customer, which receipts show. */
  readonly taxIds: readonly string[]
  /** The name of the plan that the email is about. */
  readonly plan: string
  readonly subscription: Subscription | null
  readonly payment: PaidCharge | null
  /** The consent of the customer; null if no shopper was involved. */
  readonly consent: StoredConsent | null
  /** The declaration that the email acknowledges, as it was typed; null if there is none. */
  readonly declaration: (DeclarationText & { readonly receivedAt: Timestamp }) | null
  /** The target of the email’s button; null without a button. */
  readonly actionUrl: string | null
  readonly isSandbox: boolean
}

/** A charge that an email is about. */
export interface PaidCharge {
  /** The id of the payment; null for a change without one. */
  readonly id: string | null
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly method: PaymentMethod | null
  readonly quote: ShownQuote & { readonly terms?: PlanTerms }
}

/** The addresses at which a customer can cancel, ask questions, or read the terms. Each is null if there is no such address. */
export interface CustomerLinks {
  readonly cancelUrl: string | null
  readonly withdrawalUrl: string | null
  readonly supportEmail: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  /** The page on which the customer signs in to their account; null: there is none. */
  readonly accountUrl: string | null
}
