import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { CompiledMessage, MessagePiece } from '../src/messages/compiled-message.ts'

/** One ICU message in the form the browser reads; throws at what is not ICU syntax, or needs more than we ship. */
export const compileMessage = (text: string): CompiledMessage => {
  const pieces = compilePieces(parse(text, { captureLocation: false }))
  return pieces.length === 1 && typeof pieces[0] === 'string' ? pieces[0] : pieces
}

/** Text and arguments that follow each other become one piece. */
const compilePieces = (elements: readonly MessageFormatElement[]): readonly MessagePiece[] =>
  elements.map(compilePiece).reduce<readonly MessagePiece[]>((pieces, piece) => {
    const last = pieces.at(-1)
    const isText = typeof last === 'string' && typeof piece === 'string'
    return isText ? [...pieces.slice(0, -1), last + piece] : [...pieces, piece]
  }, [])

const compilePiece = (element: MessageFormatElement): MessagePiece => {
  switch (element.type) {
    case TYPE.literal:
      if (/[{}]/.test(element.value)) throw new Error(`messages may not show braces, got ${element.value}`)
      return element.value
    case TYPE.argument:
      return `{${element.value}}`
    case TYPE.pound:
      return 0
    case TYPE.tag:
      return [element.value, compilePieces(element.children)]
    case TYPE.select:
    case TYPE.plural:
      return [element.value, Object.fromEntries(choicesIn(element))]
    default:
      throw new Error(`messages may use arguments, plural, select and tags only, got element type ${element.type}`)
  }
}

const choicesIn = (element: MessageFormatElement & { options: Record<string, { value: MessageFormatElement[] }> }) => {
  if (element.type === TYPE.plural && (element.offset !== 0 || element.pluralType === 'ordinal'))
    throw new Error('messages may not use plural offsets or ordinals')
  return Object.entries(element.options).map(([choice, { value }]) => [choice, compilePieces(value)] as const)
}
