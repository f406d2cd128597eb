import type { LoadMessages } from '../messages/localizer.ts'
import type { LazyLoader, LazyChunk } from '../drawing/lazy-chunk.ts'

/** The element that the chunks are loaded for. */
export interface LazyHost {
  readonly element: Element
  readonly learn: (load: LoadMessages) => Promise<void>
  /** Called when a chunk has loaded, or some seconds after it failed to load. */
  readonly onChange: () => void
}

/** Every chunk that the first paint does not need. */
export type LazyChunks = ReturnType<typeof createLazyChunks>

const checkEveryMs = 50

/** Resolves with a chunk once it has loaded; null if that takes longer than eight seconds (one minute if `isAsked` is false). */
export const waitForChunk = async <Part extends LazyChunk>(
  lazy: LazyLoader<Part>,
  isAsked: boolean,
): Promise<Part | null> => {
  for (let waited = 0; lazy(isAsked) === null && waited < (isAsked ? 8000 : 60_000); waited += checkEveryMs)
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
  return lazy()
}

/** Creates the chunks' loaders for `host`; the chunks' styles go into its shadow root. */
export const createLazyChunks = (host: LazyHost) => {
  const lazy = <Part extends LazyChunk>(load: () => Promise<Part>): LazyLoader<Part> => lazyPart(load, host)
  return {
    later: lazy(() => import('./later.ts')),
    outcomes: lazy(() => import('./outcome/outcomes.ts')),
    payment: lazy(() => import('../checkout/payment/payment-part.ts')),
    page: lazy(() => import('../page/page.ts')),
    challenge: lazy(() => import('../three-d-secure/challenge.ts')),
    address: lazy(() => import('../address/address.ts')),
    codes: lazy(() => import('../codes/codes.ts')),
    methods: lazy(() => import('../methods/methods.ts')),
    wallets: lazy(() => import('../wallets/wallets.ts')),
  }
}

const retryMs = 3000

const lazyPart = <Part extends LazyChunk>(load: () => Promise<Part>, { element, learn, onChange }: LazyHost) => {
  let part: Part | null = null
  let isLoading = false
  const loadPart = async (delayMs?: number): Promise<void> => {
    isLoading = true
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
    try {
      const loaded = await load()
      if (loaded.loadMessages) await learn(loaded.loadMessages)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(loaded.styles)
      element.shadowRoot?.adoptedStyleSheets.push(sheet)
      part = loaded
    } catch {
      // Ignore the failure: `onChange` draws again, and drawing loads the chunk again if a view still needs it.
      await new Promise((resolve) => setTimeout(resolve, retryMs))
      isLoading = false
    }
    onChange()
  }
  return (isAsked = true, delayMs?: number) => {
    if (isAsked && !isLoading) void loadPart(delayMs)
    return part
  }
}
