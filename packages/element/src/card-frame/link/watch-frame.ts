import { newsNotice, type Notice, withdrawNotice } from '../../checkout/state/notice.ts'
import { tellDeveloper } from '../../developer/tell-developer.ts'

/** A card frame that is watched until it is ready. */
export interface WatchedFrame {
  readonly frame: HTMLIFrameElement
  /** What is drawn of it. */
  readonly box: HTMLElement
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
    readonly controller: { notice: Notice | null; tellError(code: string, message: string): void }
    readonly isCard: () => boolean
    readonly onChange: () => void
  }
}

const [tickMs, retryMs, lostMs] = [250, 2000, 18_000]
const watched = new WeakSet<WatchedFrame>()

/**
 * Watches a card frame that is late: tells developers why, loads it again if it says nothing, and reports it as lost after 18 seconds. It
 * counts only time in which the frame can load: in a visible document that is not prerendered, after the server has named its origin. It
 * ends when the frame is ready or out of the page; a report that it was lost is then taken back.
 */
export const watchFrame = (host: WatchedFrame): void => {
  if (watched.has(host)) return
  watched.add(host)
  let [waitedMs, silentMs] = [0, 0]
  let isLost = false
  let lookedAt = performance.now()
  const look = (): void => {
    if (host.state === 'ready' || host.state === 'ended' || !host.box.isConnected) {
      watched.delete(host)
      if (isLost) find(host)
      return
    }
    setTimeout(look, tickMs)
    const now = performance.now()
    const elapsedMs = now - lookedAt
    lookedAt = now
    if (!mayLoad(host)) return
    // Firefox reports no load of a frame that a policy forbids.
    // A frame that has only just loaded has not had time to answer.
    if (isBlocked(host) || (host.isSilent && silentMs > 0)) tellWhy(host)
    waitedMs += elapsedMs
    silentMs = host.isSilent ? silentMs + elapsedMs : 0
    if (silentMs >= retryMs) {
      // A browser without network loads an error page in its place, which never says that it is ready.
      silentMs = 0
      reload(host)
    }
    if (waitedMs < lostMs || isLost) return
    isLost = true
    lose(host)
  }
  look()
}

/** The frame did not come up in time. */
const lose = (host: WatchedFrame): void => {
  const { controller, isCard, onChange } = host.options
  host.state = 'failed'
  if (isCard()) {
    controller.notice = newsNotice('frame_unavailable')
    controller.tellError('frame_unavailable', 'The card form could not be loaded.')
  }
  onChange()
}

/** The frame came up after all, or left the page and loads again once it is back. */
const find = (host: WatchedFrame): void => {
  const { controller, onChange } = host.options
  if (host.state === 'failed') host.state = 'loading'
  withdrawNotice(controller, 'frame_unavailable')
  onChange()
}

const mayLoad = ({ frame, isNew }: WatchedFrame): boolean => {
  const { visibilityState, prerendering } = frame.ownerDocument as Document & { readonly prerendering?: boolean }
  return !isNew && visibilityState === 'visible' && prerendering !== true
}

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
