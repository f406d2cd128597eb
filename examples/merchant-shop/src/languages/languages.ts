import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Messages } from './en.ts'
import { ja } from './ja.ts'

export type { Messages } from './en.ts'

const messages = { en, de, ja, ar } as const satisfies Readonly<Record<string, Messages>>

/** A language of the shop. */
export type Language = keyof typeof messages

/** The languages of the shop, each with its own name. */
export const languages: readonly { readonly code: Language; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'ja', name: '日本語' },
  { code: 'ar', name: 'العربية' },
]

/** Whether a text is the code of a language of the shop. */
export const isLanguage = (text: string): text is Language => Object.hasOwn(messages, text)

/** The first of the preferred languages that the shop has, else English. */
export const languageOf = (wished: readonly string[]): Language =>
  wished.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en'

/** The shop's words in a language. */
export const messagesIn = (language: Language): Messages => messages[language]

/** The text direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
