import { styleText } from 'node:util'
import type { Moment } from './moments.ts'
import { day } from './words.ts'

/** Prints a story line by line, in colors if the terminal shows them. */
export interface Timeline {
  title(text: string, subtitle: string): void
  /** Prints what a person does. */
  act(at: string, words: string): void
  /** Prints an explanation of the last act, with an amount. */
  aside(words: string, amount: string): void
  /** Prints what the service does by itself. */
  moment(moment: Moment): void
  close(words: string): void
}

const marks = { paid: '●', declined: '✕', notice: '·', ended: '■' } as const
const colours = { paid: 'green', declined: 'red', notice: 'dim', ended: 'dim' } as const
const wordsWidth = 60
const amountWidth = 10

/** A timeline that prints through `print`. */
export const renderTimeline = (print: (line: string) => void): Timeline => {
  let year = ''
  let lastStatus = ''
  const openYear = (at: string) => {
    if (at.slice(0, 4) === year) return
    year = at.slice(0, 4)
    print('')
    print(styleText('bold', `  ${year}`))
  }
  const rail = (at: string) => `  ${day(at).padStart(6)}  `
  return {
    title(text, subtitle) {
      print('')
      print(styleText('bold', `  ${text}`))
      print(styleText('dim', `  ${subtitle}`))
    },
    act(at, words) {
      openYear(at)
      print(styleText('dim', `          │`))
      print(`${rail(at)}${styleText('cyan', '▶')}  ${styleText('bold', words)}`)
    },
    aside: (words, amount) =>
      print(styleText('dim', `          │  ${words.padEnd(wordsWidth)}${amount.padStart(amountWidth)}`)),
    moment({ at, kind, words, amount, status }) {
      openYear(at)
      const mark = styleText(colours[kind], marks[kind])
      const shown = status === null || status === lastStatus ? '' : styleText('yellow', status)
      lastStatus = status ?? lastStatus
      const line = `${rail(at)}${mark}  ${words.padEnd(wordsWidth)}${(amount ?? '').padStart(amountWidth)}   ${shown}`
      print(line.trimEnd())
    },
    close(words) {
      print(styleText('dim', `          ┴`))
      print(`  ${words}`)
      print('')
    },
  }
}
