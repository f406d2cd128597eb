import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { CompiledMessage, MessagePiece } from '../src/messages/compiled-message.ts'

/** Compiles an ICU message to the form that we ship. Throws if the text is not valid ICU, or if our form cannot express it. */
export const compileMessage = (text: string): CompiledMessage => {
  const pieces = parse(text, { captureLocation: false }).map(compilePiece)
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
}

const compilePiece = (element: MessageFormatElement): MessagePiece => {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.pound:
      return [element.type]
    case TYPE.argument:
      return [element.type, element.value]
    case TYPE.tag:
      return [element.type, element.value, element.children.map(compilePiece)]
    case TYPE.select:
      return [element.type, element.value, compileOptions(element.options)]
    case TYPE.plural:
      if (element.offset !== 0 || element.pluralType === 'ordinal')
        throw new Error('messages may not use plural offsets or ordinals')
      return [element.type, element.value, compileOptions(element.options)]
    default:
      throw new Error(`messages may use arguments, plural, select and tags only, got element type ${element.type}`)
  }
}

const compileOptions = (options: Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>) =>
  Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, value.map(compilePiece)]))
