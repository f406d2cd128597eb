import { readMessage } from './message-shape.ts'
import { type EnteredCard, cardAnswers, type MessageToFrame } from './protocol.ts'

/** A card form in a frame, as seen by code that needs the typed card. */
export interface CardSource {
  readonly state: string
  /**
   * Called with the frame's answer, not yet validated, or with null if the frame is gone. The member itself is null while no answer is
   * awaited.
   */
  onAnswer: ((data: unknown) => void) | null
  tell(message: MessageToFrame): void
  focus(): void
}

let requests = 0

/**
 * The typed card, encrypted or as a token; `invalid` if the frame shows an error; `failed` if the frame could not encrypt the card or
 * disappears before it answers; null if no frame is ready.
 */
export const requestEnteredCard = async (card: CardSource | null): Promise<EnteredCard | null> => {
  if (card?.state !== 'ready') return null
  const request = (requests = (requests + 1) % 10_000)
  const entered = await new Promise<EnteredCard>((resolve) => {
    card.onAnswer = (data) => {
      const answer = data === null ? ({ type: 'failed', request } as const) : readMessage(cardAnswers, data)
      if (answer?.request === request) resolve(answer)
    }
    card.tell({ type: 'seal', request })
  })
  card.onAnswer = null
  if (entered.type === 'invalid') card.focus()
  return entered
}
