import type { Block, EmailContent, Row } from '../content/email-content.ts'
import type { PhrasePart, Phrase } from '../languages/email-words.ts'

/** Renders an email as plain text, with the sentences, amounts and links of the HTML, but not its heading, which repeats the subject. */
export const renderText = ({ seller, blocks, footer, dir }: EmailContent): string => {
  const isolate = dir === 'rtl' ? (text: string) => `\u2068${text}\u2069` : (text: string) => text
  const written = (all: readonly Block[]) => all.map((block) => writeBlock(block, isolate)).join('\n\n')
  return `${seller.name}\n\n${written(blocks)}\n\n-- \n${written(footer)}\n`
}

type Isolate = (text: string) => string

const writeBlock = (block: Block, isolate: Isolate): string => {
  switch (block.kind) {
    case 'paragraph':
      return writePhrase(block.phrase, isolate)
    case 'amounts':
      return [...block.rows, block.total, ...block.included].map((row) => writeRow(row, isolate)).join('\n')
    case 'details':
      return block.rows.map((row) => writeRow(row, isolate)).join('\n')
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'quotation':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'links':
      return block.links.map(({ label, url }) => `${label}: ${url}`).join('\n')
  }
}

const writeRow = ({ label, value }: Row, isolate: Isolate): string => `${isolate(label)}: ${isolate(value)}`

const writePhrase = (phrase: Phrase, isolate: Isolate): string =>
  phrase.map((part) => writePart(part, isolate)).join('')

const writePart = (part: PhrasePart, isolate: Isolate): string => {
  if (part.kind === 'link') {
    const address = part.url.replace(/^mailto:/, '')
    return part.text === address ? address : `${part.text} (${address})`
  }
  return part.kind === 'place' ? isolate(part.text) : part.text
}
