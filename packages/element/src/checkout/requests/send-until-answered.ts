import type { Answer } from './transport.ts'

/** How to send one attempt until its outcome is certain. */
export interface Insistence<Value> {
  /** Sends it, always with the same key. */
  readonly send: () => Promise<Answer<Value>>
  readonly renewToken: () => Promise<void>
  /** An answer was lost, for the `losses`-th time. Resolves when it is time to send again. */
  readonly onLost: (losses: number) => Promise<unknown>
  readonly isOver: () => boolean
}

/** Sends until the server has answered for certain; null when the caller no longer needs it. */
export const sendUntilAnswered = async <Value>({
  send,
  renewToken,
  onLost,
  isOver,
}: Insistence<Value>): Promise<Exclude<Answer<Value>, { readonly kind: 'lost' }> | null> => {
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
