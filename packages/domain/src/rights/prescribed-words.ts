import type { DeclarationKind } from '@billing-checkout/contract'

/** The words that a law prescribes for the two buttons with which a consumer cancels or withdraws. */
export interface PrescribedWords {
  readonly kind: DeclarationKind
  /** The law's article, for readers who want to check the row. */
  readonly source: string
  /** The day on which the row was last compared with its source. */
  readonly checked: string
  /** The country that prescribes the words; absent: the whole European Union. */
  readonly country?: string
  /** Language tag of the words. */
  readonly language: string
  /** The first day on which the words are prescribed. */
  readonly inForceFrom: string
  /** The label of the button that opens the form. */
  readonly open: string
  /** The label of the button that submits the declaration. */
  readonly confirm: string
}

/** The words that the law prescribes on `day` for a page in the language of `tag`: the first row that applies; `undefined` if none does. */
export const prescribedWordsIn = (kind: DeclarationKind, tag: string, day: string): PrescribedWords | undefined => {
  const { language } = new Intl.Locale(tag)
  return prescribedWords.find((row) => row.kind === kind && row.language === language && row.inForceFrom <= day)
}

/**
 * Every prescribed wording. The laws also allow other words that are equally clear, so we translate these words for other languages.
 * Engineers wrote the rows from public sources. A lawyer who finds a mistake corrects the row.
 */
export const prescribedWords: readonly PrescribedWords[] = [
  {
    kind: 'cancel',
    source: 'BGB § 312k(2)',
    checked: '2026-11-28',
    country: 'DE',
    language: 'de',
    inForceFrom: '2022-07-01',
    open: 'Verträge hier kündigen',
    confirm: 'jetzt kündigen',
  },
  {
    kind: 'cancel',
    source: 'Code de la consommation, articles L215-1-1 and D215-1 to D215-3',
    checked: '2026-11-28',
    country: 'FR',
    language: 'fr',
    inForceFrom: '2023-06-01',
    open: 'résilier votre contrat',
    confirm: 'notification de la résiliation',
  },
  {
    kind: 'withdraw',
    source: 'BGB § 356a',
    checked: '2026-11-28',
    country: 'DE',
    language: 'de',
    inForceFrom: '2026-06-19',
    open: 'Vertrag widerrufen',
    confirm: 'Widerruf bestätigen',
  },
  {
    kind: 'withdraw',
    source: 'Directive 2011/83/EU, article 11a(1) and (3), as inserted by Directive (EU) 2023/2673',
    checked: '2026-11-28',
    language: 'en',
    inForceFrom: '2026-06-19',
    open: 'withdraw from contract here',
    confirm: 'confirm withdrawal',
  },
]
