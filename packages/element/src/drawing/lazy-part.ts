import type { LoadWords } from '../messages/localizer.ts'

/** The styles and messages of a chunk, which it exports in addition to its views. */
export interface LazyPart {
  readonly styles: string
  readonly loadWords?: LoadWords
}

/**
 * Returns a chunk; null until it has loaded. The call starts loading the chunk, except with `isAsked` false. With `delayMs`, loading
 * starts later, so that other requests go first.
 */
export type Lazy<Part extends LazyPart> = (isAsked?: boolean, delayMs?: number) => Part | null
