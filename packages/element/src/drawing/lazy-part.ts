import type { LoadWords } from '../messages/localizer.ts'

/** What a chunk has besides its views: their styles and messages. */
export interface LazyPart {
  readonly styles: string
  readonly loadWords?: LoadWords
}

/**
 * Returns a chunk, or null until it has loaded. The call starts loading it, unless `isAsked` is false. With `delayMs`,
 * loading waits so that earlier requests go first.
 */
export type Lazy<Part extends LazyPart> = (isAsked?: boolean, delayMs?: number) => Part | null
