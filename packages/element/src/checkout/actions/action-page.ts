/**
 * Returns the window of an action page, which is in a frame or a popup. Called for each message, because a browser may replace the window.
 */
export type GetActionWindow = () => Window | null

/** Callbacks for messages of an action page. */
export interface PageCallbacks {
  /** Called if the window shows the action page itself, not the browser's error page. */
  readonly onShown?: () => void
  readonly onFinished: () => void
}

/**
 * Calls `onFinished` if the page at `url`, in the window that we opened for it, reports that it is done. The message only triggers a query,
 * because the outcome comes from the server. Returns a function that stops listening.
 */
export const listenToActionPage = (
  page: GetActionWindow,
  url: string,
  { onShown, onFinished }: PageCallbacks,
): (() => void) => {
  const { origin: expected } = new URL(url)
  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== page() || origin !== expected) return
    if (says(data, 'action-shown')) onShown?.()
    if (says(data, 'action-finished')) onFinished()
  }
  addEventListener('message', hear)
  return () => removeEventListener('message', hear)
}

/** Asks the page to cancel its action. The outcome comes from the server. */
export const cancelActionInPage = (page: GetActionWindow, url: string): void =>
  page()?.postMessage({ source: 'billing-checkout', type: 'cancel' }, new URL(url).origin)

/** Asks the server directly to cancel the action at `url`. If this request is lost, the payment continues. */
export const cancelActionAtServer = async (url: string): Promise<void> => {
  // `no-cors`, because this script need not read the answer, which is a page.
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
