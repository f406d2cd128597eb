import { unpromptedNotice, type Notice, withdrawNotice } from '../../messages/notice.ts'
import { tellDeveloper } from '../../developer/tell-developer.ts'

/** A card frame that is watched until it is ready. */
export interface WatchedFrame {
  readonly frame: HTMLIFrameElement
  /** The frame's node in the form. */
  readonly box: HTMLElement
  state: 'loading' | 'ready' | 'failed' | 'ended'
  /** Whether the frame has loaded a document to which no port was sent yet. */
  readonly isNew: boolean
  /** Whether a document has its port but has not answered yet. */
  readonly isSilent: boolean
  /** Frame addresses that the page's Content-Security-Policy has blocked. */
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
 * Watches a card frame that is late: reports the cause to developers, reloads the frame if it does not answer, and reports the frame as
 * lost after 18 seconds. Only time in which the frame can load counts: the document must be visible and not prerendered, and the server
 * must have stated the frame's origin. The watch ends once the frame is ready or out of the page; if the frame was reported as lost, that
 * report is then withdrawn.
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
      if (isLost) withdrawReport(host)
      return
    }
    setTimeout(look, tickMs)
    const now = performance.now()
    const elapsedMs = now - lookedAt
    lookedAt = now
    if (!mayLoad(host)) return
    // Firefox fires no `load` event for a blocked frame, so look for the block itself. A frame that has only just loaded has had no time
    // to answer, so wait one tick.
    if (isBlocked(host) || (host.isSilent && silentMs > 0)) tellWhy(host)
    waitedMs += elapsedMs
    silentMs = host.isSilent ? silentMs + elapsedMs : 0
    if (silentMs >= retryMs) {
      // The frame may show the browser's error page, because the network is down. That page never answers, so load the frame again.
      silentMs = 0
      reload(host)
    }
    if (waitedMs < lostMs || isLost) return
    isLost = true
    reportLost(host)
  }
  look()
}

/** Reports that the frame was not ready in time. */
const reportLost = (host: WatchedFrame): void => {
  const { controller, isCard, onChange } = host.options
  host.state = 'failed'
  if (isCard()) {
    controller.notice = unpromptedNotice('frame_unavailable')
    controller.tellError('frame_unavailable', 'The card form could not be loaded.')
  }
  onChange()
}

/** Withdraws the report of `reportLost`, because the frame is ready after all, or because it left the page and will load again later. */
const withdrawReport = (host: WatchedFrame): void => {
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

/** Loads the frame again. Sets `src` only if replacing the location throws, because `src` adds an entry to the page's history. */
const reload = ({ frame, options: { url } }: WatchedFrame): void => {
  try {
    frame.contentWindow?.location.replace(url)
  } catch {
    frame.src = url
  }
}
