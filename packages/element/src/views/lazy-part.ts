import type { LoadWords } from '../messages/localizer.ts'

/** What a part that comes later brings besides its views: what they wear, and what they say. */
export interface LazyPart {
  readonly styles: string
  readonly loadWords?: LoadWords
}

/**
 * A part at its first use: null until it has loaded, then the part. The call loads it, unless `isAsked` is false; a part that can
 * wait for `delayMs` leaves the network to earlier requests.
 */
export type Lazy<Part extends LazyPart> = (isAsked?: boolean, delayMs?: number) => Part | null
