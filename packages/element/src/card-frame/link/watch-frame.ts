import { tellDeveloper } from '../../developer/tell-developer.ts'

/** A card frame that is watched until it is ready. */
export interface WatchedFrame {
  readonly frame: HTMLIFrameElement
  state: 'loading' | 'ready' | 'failed' | 'ended'
  /** Whether a document is there that has not been greeted. */
  readonly isNew: boolean
  /** Whether a greeted document has not said anything. */
  readonly isSilent: boolean
  /** Addresses that the page's policy has forbidden to its frames. */
  readonly blocked: readonly string[]
  readonly options: {
    readonly url: string
    readonly server: string
    readonly onLost: (message: string | null) => void
  }
}

const [tickMs, retryMs, lostMs] = [250, 2000, 18_000]
const watched = new WeakSet<WatchedFrame>()

/**
 * Watches a card frame that is late: tells developers why, loads it again if it says nothing, and reports it as lost after 18 seconds. It counts only
 * time in which the frame can load: in a visible document that is not prerendered, after the server has named its origin. It ends when the
 * frame is ready, also after it was reported as lost, and while it is out of the page.
 */
export const watchFrame = (host: WatchedFrame): void => {
  if (watched.has(host)) return
  watched.add(host)
  let [waitedMs, silentMs] = [0, 0]
  let lookedAt = performance.now()
  const look = (): void => {
    if (host.state === 'ready' || host.state === 'ended' || !host.frame.isConnected) return void watched.delete(host)
    setTimeout(look, tickMs)
    const now = performance.now()
    const elapsedMs = now - lookedAt
    lookedAt = now
    if (!mayLoad(host)) return
    // Firefox reports no load of a frame that a policy forbids.
    if (host.isSilent || isBlocked(host)) tellWhy(host)
    waitedMs += elapsedMs
    silentMs = host.isSilent ? silentMs + elapsedMs : 0
    if (silentMs >= retryMs) {
      // A browser without network loads an error page in its place, which never says that it is ready.
      silentMs = 0
      reload(host)
    }
    if (waitedMs < lostMs || host.state === 'failed') return
    host.state = 'failed'
    host.options.onLost('The card form could not be loaded.')
  }
  look()
}

const mayLoad = ({ frame, isNew }: WatchedFrame): boolean => {
  const { visibilityState, prerendering } = frame.ownerDocument as Document & { readonly prerendering?: boolean }
  return !isNew && visibilityState === 'visible' && prerendering !== true
}

/** Whatever it is that was loaded, a card frame answers at once. */
const tellWhy = (host: WatchedFrame): void =>
  tellDeveloper(isBlocked(host) ? 'frame_blocked' : 'frame_silent', { server: host.options.server || location.origin })

const isBlocked = ({ frame, blocked }: WatchedFrame): boolean =>
  blocked.some((address) => frame.src.startsWith(address))

/** In a node's place, not by its `src`: a changed address would be an entry in the history of the page. */
const reload = ({ frame, options: { url } }: WatchedFrame): void => {
  try {
    frame.contentWindow?.location.replace(url)
  } catch {
    frame.src = url
  }
}
