import type { LoadMessages } from '../messages/localizer.ts'

/** The styles and messages of a chunk, which it exports in addition to its views. */
export interface LazyChunk {
  readonly styles: string
  readonly loadMessages?: LoadMessages
}

/**
 * Returns a chunk; null until it has loaded. The call starts loading the chunk, unless `isAsked` is false. With `delayMs`, loading starts
 * later, so that other requests go first.
 */
export type LazyLoader<Part extends LazyChunk> = (isAsked?: boolean, delayMs?: number) => Part | null
