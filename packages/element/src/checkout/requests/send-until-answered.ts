import type { Answer } from './transport.ts'

/** How to send one attempt until its answer is certain. */
export interface ResendOptions<Value> {
  /** Sends the attempt, always with the same key. */
  readonly send: () => Promise<Answer<Value>>
  readonly renewToken: () => Promise<void>
  /** Called if an answer was lost; `losses` counts the lost answers. Resolves when the attempt should be sent again. */
  readonly onLost: (losses: number) => Promise<unknown>
  readonly isOver: () => boolean
}

/** Sends an attempt until the server's answer is certain; null if the caller no longer needs it. */
export const sendUntilAnswered = async <Value>({
  send,
  renewToken,
  onLost,
  isOver,
}: ResendOptions<Value>): Promise<Exclude<Answer<Value>, { readonly kind: 'lost' }> | null> => {
  let isTokenFresh = false
  for (let losses = 1; ;) {
    const answer = await send()
    if (isOver()) return null
    if (answer.kind === 'lost') await onLost(losses++)
    else if (answer.kind === 'refused' && answer.code === 'expired_credentials' && !isTokenFresh) {
      isTokenFresh = true
      await renewToken()
    } else return answer
    if (isOver()) return null
  }
}
