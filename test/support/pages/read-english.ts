import { readFileSync } from 'node:fs'
import { compileMessage } from '../../../packages/element/build/compile-message.ts'
import { createMessageFormatter } from '#element/messages/message-formatter.ts'
import { textsOf } from '#element/messages/texts.ts'

const messagesIn = (folder: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../packages/element/src/messages/${folder}/en.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>

/** The element's English texts. */
export const englishTexts = textsOf(
  Object.fromEntries(
    Object.entries({ ...messagesIn('checkout'), ...messagesIn('later') }).map(([key, text]) => [
      key,
      compileMessage(text),
    ]),
  ),
  'en',
  createMessageFormatter('en'),
)

/** Every amount in euros in a text, in cents. */
export const amountsIn = (words: string): readonly number[] =>
  [...words.matchAll(/(−?)€([\d,]+)\.(\d\d)/g)].map(
    ([, sign = '', whole = '', cents = '']) => Number(`${sign && '-'}${whole.replaceAll(',', '')}${cents}`) + 0,
  )

/** The first amount in euros in a text, in cents; NaN if there is none. */
export const amountIn = (words: string): number => amountsIn(words)[0] ?? NaN

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
/** Every date in a text, as `2027-01-31`. */
export const daysIn = (words: string): readonly string[] =>
  [...words.matchAll(new RegExp(`(?:${months}) \\d+, \\d{4}`, 'g'))].map(([date]) =>
    new Date(`${date} UTC`).toISOString().slice(0, 10),
  )
