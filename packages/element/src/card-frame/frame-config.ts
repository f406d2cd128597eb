/** What the server wrote into a frame's own document. None of it ever comes from the page around the frame, which may be forged. */
export interface CommonFrameConfig {
  readonly session_id: string
  /** The server's wall clock when it wrote the document (ISO 8601). */
  readonly wall: string
  /** Origins that may connect, `http://localhost:*` with every port; null = those of pages on the shopper's own machine. */
  readonly parent_origins: readonly string[] | null
  readonly mode: 'sandbox' | 'live'
  readonly protocol: number
}

/** The configuration of a frame that seals cards. */
export interface FrameConfig extends CommonFrameConfig {
  /** Public RSA key as JWK, with `kid`. */
  readonly card_key: JsonWebKey & { readonly kid: string }
}

/** Reads the configuration out of the frame's document. Throws when the server wrote none. */
export const readFrameConfig = <Config extends CommonFrameConfig = FrameConfig>(root: Document): Config => {
  const text = root.getElementById('frame-config')?.textContent
  if (!text) throw new Error('the document has no frame-config')
  return JSON.parse(text) as Config
}

/** The server's wall clock now, in milliseconds: a wrong clock on the shopper's side does not matter. */
export const wallClockOf = (config: FrameConfig): (() => number) => {
  const offset = Date.parse(config.wall) - performance.now()
  return () => offset + performance.now()
}
