import type { Config } from './config.ts'

/**
 * Returns the card frame's own origin for a server at the address `url`; null if the frame shares the server's origin. A sandbox on this
 * machine has two names without any setup: pages open at `localhost`, and the frame at `127.0.0.1`.
 */
export const frameOriginOf = (
  {
    frameOrigin,
    dashboardOrigin = null,
    mode,
    host,
    publicUrl,
  }: Pick<Config, 'frameOrigin' | 'mode' | 'host' | 'publicUrl'> & Partial<Pick<Config, 'dashboardOrigin'>>,
  url: string,
): string | null => {
  if (frameOrigin !== null) return frameOrigin === 'none' || frameOrigin === url ? null : frameOrigin
  // Without a `PUBLIC_URL`, a server that listens on all addresses may be reached by other machines, where 127.0.0.1 is not this server.
  const isOfThisMachine = publicUrl !== null || host === '127.0.0.1'
  const port = /^http:\/\/localhost(?<port>:\d+)?$/.exec(url)
  if (mode !== 'sandbox' || !isOfThisMachine || !port) return null
  const second = `http://127.0.0.1${port.groups?.['port'] ?? ''}`
  return second === dashboardOrigin ? null : second
}
