import type * as Later from './later.ts'

/** Loads the later views at their first use, and dresses `host`'s shadow root for them. */
export const laterViewsFor = (host: Element, onChange: () => void): (() => typeof Later | null) => {
  let views: typeof Later | null = null
  let isLoading = false
  const load = async (): Promise<void> => {
    isLoading = true
    try {
      const loaded = await import('./later.ts')
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(loaded.laterStyles)
      host.shadowRoot?.adoptedStyleSheets.push(sheet)
      views = loaded
      onChange()
    } catch {
      // Asked again at the next drawing.
      isLoading = false
    }
  }
  return () => {
    if (!isLoading) void load()
    return views
  }
}
