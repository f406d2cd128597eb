/** Words by language; English is there for everybody else. */
export type InLanguages<Words> = { readonly en: Words } & Readonly<Record<string, Words>>

/** The words in the language of a locale, with the locale they are in and which way it is written; else in English. */
export const inLanguageOf = <Words>(locale: string, all: InLanguages<Words>): Words & PageLanguage => {
  const [language] = locale.split('-') as [string]
  const words = Object.hasOwn(all, language) ? all[language] : undefined
  if (words === undefined) return { ...all.en, lang: 'en', dir: 'ltr' }
  return { ...words, lang: locale, dir: language === 'ar' ? 'rtl' : 'ltr' }
}

/** What a document says of its language. */
export interface PageLanguage {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}
