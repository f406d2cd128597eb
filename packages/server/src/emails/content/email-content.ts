import type { Phrase } from '../languages/email-words.ts'

/** The content of an email before it is rendered. */
export interface EmailContent {
  readonly subject: string
  /** The subject as a phrase, in which names keep their own text direction. */
  readonly heading: Phrase
  /** BCP 47 tag of the email's language. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly seller: Seller
  readonly blocks: readonly Block[]
  readonly footer: readonly Block[]
}

/** The merchant whose contract the email is about. */
export interface Seller {
  readonly name: string
  readonly legalName: string | null
  readonly legalAddress: string | null
  /** `#rrggbb`; null: our default color. */
  readonly brandColor: string | null
}

/** One part of an email. */
export type Block =
  | { readonly kind: 'paragraph'; readonly phrase: Phrase }
  /** Amounts below each other, with their total. */
  | { readonly kind: 'amounts'; readonly rows: readonly Row[]; readonly total: Row; readonly included: readonly Row[] }
  | { readonly kind: 'details'; readonly rows: readonly Row[] }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Text that the customer agreed to, as it was shown, with its BCP 47 language tag. */
  | { readonly kind: 'quotation'; readonly text: string; readonly lang: string }
  | { readonly kind: 'links'; readonly links: readonly { readonly label: string; readonly url: string }[] }

/** A label and its value. */
export interface Row {
  readonly label: string
  readonly value: string
}

/** A sentence as a block. */
export const paragraph = (phrase: Phrase): Block => ({
  kind: 'paragraph',
  phrase,
})

/** Rows of labels and values. */
export const detailBlocks = (rows: readonly Row[]): readonly Block[] =>
  rows.length === 0 ? [] : [{ kind: 'details', rows }]
