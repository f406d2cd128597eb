import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Messages } from './en.ts'
import { ja } from './ja.ts'

export type { Messages } from './en.ts'

const messages = { en, de, ja, ar } as const satisfies Readonly<Record<string, Messages>>

/** A language the shop speaks. */
export type Language = keyof typeof messages

/** The languages the shop speaks, each by its own name. */
export const languages: readonly { readonly code: Language; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'ja', name: '日本語' },
  { code: 'ar', name: 'العربية' },
]

/** Whether the shop speaks it. */
export const isLanguage = (text: string): text is Language => Object.hasOwn(messages, text)

/** The first of the wished-for languages that the shop speaks, else English. */
export const languageOf = (wished: readonly string[]): Language =>
  wished.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en'

/** The shop's words in a language. */
export const messagesIn = (language: Language): Messages => messages[language]

/** Which way a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
