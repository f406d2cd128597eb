/** The window of an action page: a frame's or a popup's, read each time because a browser may replace it. */
export type PageWindow = () => Window | null

/** What a page can say of itself. */
export interface PageNews {
  /** It is there: what is in the window is the page, not the browser's words about a network. */
  readonly onShown?: () => void
  readonly onFinished: () => void
}

/**
 * Calls `onFinished` when the page at `url`, in the window we opened for it, says that it is done. The message says no
 * more than "ask now": the server is queried for the outcome of the payment. Answers how to stop listening.
 */
export const listenToPage = (page: PageWindow, url: string, { onShown, onFinished }: PageNews): (() => void) => {
  const { origin: expected } = new URL(url)
  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== page() || origin !== expected) return
    if (says(data, 'action-shown')) onShown?.()
    if (says(data, 'action-finished')) onFinished()
  }
  addEventListener('message', hear)
  return () => removeEventListener('message', hear)
}

/** Asks the page to cancel its action; the server is queried for the outcome. */
export const askToCancel = (page: PageWindow, url: string): void =>
  page()?.postMessage({ source: 'billing-checkout', type: 'cancel' }, new URL(url).origin)

/** Cancels what the page at `url` is about without the page; a lost request costs nothing but the wish. */
export const cancelAction = async (url: string): Promise<void> => {
  // The answer is a page for a window, which this script cannot and should not read.
  const init = { method: 'POST', mode: 'no-cors', credentials: 'omit', body: new URLSearchParams() } as const
  await fetch(`${url}/cancel`, init).catch(() => null)
}

const says = (data: unknown, type: string): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'source' in data &&
  data.source === 'billing-checkout' &&
  'type' in data &&
  data.type === type
