import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { CompiledMessage, MessagePiece } from '../src/messages/compiled-message.ts'

/** One ICU message in the form the browser reads; throws at what is not ICU syntax, or needs more than we ship. */
export const compileMessage = (text: string): CompiledMessage => {
  const pieces = parse(text, { captureLocation: false }).map(compilePiece)
  return pieces.length === 1 && typeof pieces[0] === 'string' ? pieces[0] : pieces
}

const compilePiece = (element: MessageFormatElement): MessagePiece => {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.argument:
      return [element.value]
    case TYPE.pound:
      return 0
    case TYPE.tag:
      return [element.value, element.children.map(compilePiece)]
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
  return Object.entries(element.options).map(([choice, { value }]) => [choice, value.map(compilePiece)] as const)
}
