import type { LoadWords } from '../messages/localizer.ts'

/** What a part that comes later brings besides its views: what they wear, and what they say. */
export interface LazyPart {
  readonly styles: string
  readonly loadWords?: LoadWords
}

/**
 * A part at its first use: null until it has come, then the part. Asking is what makes it come, unless told not to; what can
 * wait for `delayMs` leaves the network to what has been asked for.
 */
export type Lazy<Part extends LazyPart> = (isAsked?: boolean, delayMs?: number) => Part | null
