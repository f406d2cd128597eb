import { isSmallInteger, matchesPattern, isOneOf, type MessageOf } from '../card-frame/link/message-shape.ts'

/**
 * The states of the button. `offered`: it can be pressed. `unavailable`: this browser cannot show it. `lost`: it did not load. `failed`: it
 * was pressed without a result. `changed`: it was made for an earlier price.
 */
export const buttonStates = ['offered', 'unavailable', 'lost', 'failed', 'changed'] as const

/** The state of the button. */
export type ButtonState = (typeof buttonStates)[number]

/** Messages from a wallet frame to the element. In the other direction, the messages are those for a card frame. */
export const messagesFromWalletFrame = {
  height: { height: isSmallInteger },
  left: {},
  state: { state: isOneOf(buttonStates) },
  tokenized: { processor_token: matchesPattern(/^[\w-]+$/), connection: matchesPattern(/^[\w-]+$/) },
} as const

/** A message to the element. */
export type MessageFromWalletFrame = MessageOf<typeof messagesFromWalletFrame>
