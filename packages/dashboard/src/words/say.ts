import { de } from './de.ts'
import { en, type MessageName } from './en.ts'

/** A language of the dashboard. */
export type Language = 'en' | 'de'

/** Returns the message with this name, with its placeholders filled in. */
export type Say = (name: MessageName, values?: Readonly<Record<string, string | number>>) => string

/** The messages of each language. */
export const messagesByLanguage: Readonly<Record<Language, Readonly<Record<MessageName, string>>>> = { en, de }

/** Returns the `Say` function for a language. A placeholder `{name}` without a value stays in the text, so that a test finds it. */
export const createSay =
  (language: Language): Say =>
  (name, values = {}) =>
    messagesByLanguage[language][name].replaceAll(/\{(\w+)\}/g, (place, key: string) => String(values[key] ?? place))

/**
 * The dashboard's language for a user whose browser prefers these tags, the most preferred first; English if the dashboard has none of
 * them.
 */
export const languageFor = (tags: readonly string[]): Language => {
  const wanted = tags.map((tag) => tag.slice(0, 2).toLowerCase())
  return wanted.find((tag): tag is Language => Object.hasOwn(messagesByLanguage, tag)) ?? 'en'
}
