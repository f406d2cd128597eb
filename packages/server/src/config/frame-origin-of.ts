import type { Config } from './config.ts'

/**
 * The origin that the card frame has for itself, where the server is reached at `url`; null where it has the server's own. A sandbox
 * on this machine has two names for free: pages are opened as `localhost`, and the frame is at `127.0.0.1`.
 */
export const frameOriginOf = (
  { frameOrigin, mode, host, publicUrl }: Pick<Config, 'frameOrigin' | 'mode' | 'host' | 'publicUrl'>,
  url: string,
): string | null => {
  if (frameOrigin !== null) return frameOrigin === 'none' || frameOrigin === url ? null : frameOrigin
  // A server that others reach has a name for them, which is not that of this machine.
  const isOfThisMachine = publicUrl !== null || host === '127.0.0.1'
  const port = /^http:\/\/localhost(?<port>:\d+)?$/.exec(url)
  return mode === 'sandbox' && isOfThisMachine && port ? `http://127.0.0.1${port.groups?.['port'] ?? ''}` : null
}
