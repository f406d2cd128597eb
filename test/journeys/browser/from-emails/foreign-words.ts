import { readFileSync } from 'node:fs'

const folders = [
  '../../../../packages/element/src/messages/checkout/',
  '../../../../packages/element/src/messages/later/',
  '../../../../packages/element/src/messages/portal/',
  '../../../../packages/element/src/messages/codes/',
  '../../../../packages/server/src/pages/languages/messages/',
  '../../../../packages/server/src/emails/languages/messages/',
]

const messagesIn = (locale: string): ReadonlyMap<string, string> =>
  new Map(
    folders.flatMap((folder) => {
      const file = new URL(`${folder}${locale}.json`, import.meta.url)
      const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
      return Object.entries(messages).map(([key, text]) => [`${folder}${key}`, text] as const)
    }),
  )

const english = messagesIn('en')

/** The English sentences and labels that a page in another language shows, although that language has words of its own for them. */
export const foreignWordsIn = (words: string, locale: string): readonly string[] => {
  if (locale === 'en') return []
  const own = messagesIn(locale)
  const lines = new Set(words.split('\n').map((line) => line.trim()))
  return [...english].flatMap(([key, text]) => {
    const [before = ''] = text.split('{')
    const isLabel = before === text
    const isSaid = isLabel ? lines.has(text) : before.length > 12 && words.includes(before)
    return isSaid && own.get(key) !== text ? [text] : []
  })
}
