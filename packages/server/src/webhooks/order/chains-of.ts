import type { Message } from '../messages/message.ts'

/**
 * Groups messages into chains that may be sent in parallel. The messages of a chain are sent one after the other, in the order of the list.
 */
export const chainsOf = (messages: readonly Message[], mode: 'parallel' | 'ordered'): Message[][] => {
  if (mode === 'parallel') return messages.map((message) => [message])
  const chains = Map.groupBy(messages, ({ orderKey }) => orderKey)
  const withoutKey = chains.get(null) ?? []
  chains.delete(null)
  return [...chains.values(), ...withoutKey.map((message) => [message])]
}
