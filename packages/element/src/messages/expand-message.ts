import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { MessageOptions, MessagePiece } from './compiled-message.ts'

/** The AST that `pieces` were compiled from. */
export const expandMessage = (pieces: readonly MessagePiece[]): MessageFormatElement[] => pieces.map(expandPiece)

const expandPiece = (piece: MessagePiece): MessageFormatElement => {
  if (typeof piece === 'string') return { type: TYPE.literal, value: piece }
  const [type, value = '', inner = []] = piece
  if (type === TYPE.pound) return { type }
  if (type === TYPE.argument) return { type, value }
  if (isPieces(inner)) return { type: TYPE.tag, value, children: expandMessage(inner) }
  if (type === TYPE.select) return { type, value, options: expandOptions(inner) }
  return { type: TYPE.plural, value, options: expandOptions(inner), offset: 0, pluralType: 'cardinal' }
}

const isPieces = (inner: readonly MessagePiece[] | MessageOptions): inner is readonly MessagePiece[] =>
  Array.isArray(inner)

const expandOptions = (options: MessageOptions): Record<string, { value: MessageFormatElement[] }> =>
  Object.fromEntries(Object.entries(options).map(([name, pieces]) => [name, { value: expandMessage(pieces) }]))
