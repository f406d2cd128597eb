import type { Page } from 'playwright-core'

/** The name of the focused element, in any document or shadow root; empty if nothing has the focus. */
export const focusedElementIn = async (page: Page): Promise<string> => {
  // Search the innermost document first, because the documents around it also report a focus.
  for (const frame of page.frames().toReversed()) {
    // A frame that is being removed has no focus.
    const name = await frame.evaluate(nameOfFocus).catch(() => null)
    if (name !== null) return name
  }
  return ''
}

// Runs in the page.
const nameOfFocus = (): string | null => {
  let active = document.hasFocus() ? document.activeElement : null
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (active === null || active === document.body || active instanceof HTMLIFrameElement) return null
  const [label = active] = active instanceof HTMLInputElement ? (active.labels ?? []) : []
  return (label.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}
