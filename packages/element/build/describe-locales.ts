import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, type FormatConfig } from 'oxfmt'
import { directionOf, locales } from '@billing-checkout/domain/locales'
import style from '../../../.oxfmtrc.json' with { type: 'json' }

const english = new Intl.DisplayNames('en', { type: 'language' })

const wordsOf = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../src/messages/checkout/${locale}.json`, import.meta.url), 'utf8')) as Readonly<
    Record<string, string>
  >

/** The table of languages as it stands in the element's README. */
export const describeLocales = (): string => {
  const rows = locales.toSorted().map((locale) => {
    const own = new Intl.DisplayNames(locale, { type: 'language' }).of(locale)
    const button = wordsOf(locale)['button.obliged']
    return `| \`${locale}\` | ${english.of(locale)} | ${own}${directionOf(locale) === 'rtl' ? ' (right to left)' : ''} | ${button} |`
  })
  return [
    '| Locale | Language | In its own words | The button, where it obliges to pay |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** Where the table stands. */
export const readmeFile = fileURLToPath(new URL('../README.md', import.meta.url))

/** `text` with the table as it is now. */
export const withLocales = async (text: string): Promise<string> => {
  const { code } = await format(
    readmeFile,
    text.replace(
      /(<!-- locales -->\n)[\s\S]*(<!-- \/locales -->)/,
      (_, open: string, close: string) => `${open}\n${describeLocales()}\n\n${close}`,
    ),
    style as FormatConfig,
  )
  return code
}

if (import.meta.main) writeFileSync(readmeFile, await withLocales(readFileSync(readmeFile, 'utf8')))
