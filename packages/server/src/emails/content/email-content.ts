import type { Phrase } from '../languages/email-words.ts'

/** What an email says, before it becomes a document. */
export interface EmailContent {
  readonly subject: string
  /** The subject, with the names in it set apart. */
  readonly heading: Phrase
  /** BCP 47 tag of its language. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly seller: Seller
  readonly blocks: readonly Block[]
  readonly footer: readonly Block[]
}

/** Whose contract the email is about. */
export interface Seller {
  readonly name: string
  readonly legalName: string | null
  readonly legalAddress: string | null
  /** `#rrggbb`; null: the colour of ours. */
  readonly brandColor: string | null
}

/** One part of an email. */
export type Block =
  | { readonly kind: 'paragraph'; readonly phrase: Phrase }
  /** Sums, one below the other, with their total. */
  | { readonly kind: 'amounts'; readonly rows: readonly Row[]; readonly total: Row; readonly included: readonly Row[] }
  | { readonly kind: 'details'; readonly rows: readonly Row[] }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Words that the customer agreed to, as they were shown, and the BCP 47 tag of their language. */
  | { readonly kind: 'quotation'; readonly text: string; readonly lang: string }
  | { readonly kind: 'links'; readonly links: readonly { readonly label: string; readonly url: string }[] }

/** A label and what belongs to it. */
export interface Row {
  readonly label: string
  readonly value: string
}
