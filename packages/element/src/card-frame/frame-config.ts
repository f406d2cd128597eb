/**
 * The configuration that the server writes into the frame's own document. It never comes from the page around the frame, because that page
 * may be forged.
 */
export interface CommonFrameConfig {
  readonly session_id: string
  /** The server's wall clock when it wrote the document (ISO 8601). */
  readonly wall: string
  /** Origins that may embed the frame; `http://localhost:*` includes every port. If null, only pages on the shopper's own machine may. */
  readonly parent_origins: readonly string[] | null
  readonly mode: 'sandbox' | 'live'
  readonly protocol: number
}

/** The configuration of a frame that encrypts cards. */
export interface FrameConfig extends CommonFrameConfig {
  /** The public RSA key as JWK, with `kid`. */
  readonly card_key: JsonWebKey & { readonly kid: string }
}

/** Reads the configuration from the frame's document. Throws if there is none. */
export const readFrameConfig = <Config extends CommonFrameConfig = FrameConfig>(root: Document): Config => {
  const text = root.getElementById('frame-config')?.textContent
  if (!text) throw new Error('the document has no frame-config')
  return JSON.parse(text) as Config
}

/** Returns a clock with the server's time in milliseconds, because the shopper's own clock may be wrong. */
export const wallClockOf = (config: FrameConfig): (() => number) => {
  const offset = Date.parse(config.wall) - performance.now()
  return () => offset + performance.now()
}
