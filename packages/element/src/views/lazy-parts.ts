import type * as Later from './later.ts'
import type * as Outcomes from './outcomes.ts'

/** What a part that comes later brings besides its views: what they wear. */
interface LazyPart {
  readonly styles: string
}

/** A part at its first use: null until it has come, then the part. Asking is what makes it come. */
export type Lazy<Part extends LazyPart> = () => Part | null

/** Everything the first paint can do without, each a chunk of its own. */
export interface LazyParts {
  readonly later: Lazy<typeof Later>
  readonly outcomes: Lazy<typeof Outcomes>
}

/** The parts of `host`, whose shadow root they are dressed in; `onChange` is called when one has come. */
export const lazyPartsOf = (host: Element, onChange: () => void): LazyParts => {
  const lazy = <Part extends LazyPart>(load: () => Promise<Part>) => lazyPart(load, host, onChange)
  return { later: lazy(() => import('./later.ts')), outcomes: lazy(() => import('./outcomes.ts')) }
}

const retryMs = 3000

const lazyPart = <Part extends LazyPart>(load: () => Promise<Part>, host: Element, onChange: () => void) => {
  let part: Part | null = null
  let isLoading = false
  const come = async (): Promise<void> => {
    isLoading = true
    try {
      const loaded = await load()
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(loaded.styles)
      host.shadowRoot?.adoptedStyleSheets.push(sheet)
      part = loaded
    } catch {
      // Asked again by the drawing that this brings about, if it is still of use then.
      await new Promise((resolve) => setTimeout(resolve, retryMs))
      isLoading = false
    }
    onChange()
  }
  return () => {
    if (!isLoading) void come()
    return part
  }
}
