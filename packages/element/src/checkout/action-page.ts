/** The window of an action page: a frame's or a popup's, asked for anew because a browser may replace it. */
export type PageWindow = () => Window | null

/**
 * Calls `onFinished` when the page at `url`, in the window we opened for it, says that it is done. The message says no
 * more than "ask now": what became of the payment is asked of the server. Answers how to stop listening.
 */
export const listenToPage = (page: PageWindow, url: string, onFinished: () => void): (() => void) => {
  const { origin: expected } = new URL(url)
  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== page() || origin !== expected) return
    if (isFinished(data)) onFinished()
  }
  addEventListener('message', hear)
  return () => removeEventListener('message', hear)
}

/** Asks the page to cancel what it is about; what becomes of that is asked of the server. */
export const askToCancel = (page: PageWindow, url: string): void =>
  page()?.postMessage({ source: 'billing-checkout', type: 'cancel' }, new URL(url).origin)

/** Cancels what the page at `url` is about without the page; a lost request costs nothing but the wish. */
export const cancelAction = async (url: string): Promise<void> => {
  // The answer is a page for a window, which nobody here could or should read.
  const init = { method: 'POST', mode: 'no-cors', credentials: 'omit', body: new URLSearchParams() } as const
  await fetch(`${url}/cancel`, init).catch(() => null)
}

const isFinished = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'source' in data &&
  data.source === 'billing-checkout' &&
  'type' in data &&
  data.type === 'action-finished'
