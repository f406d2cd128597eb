/**
 * The path to an element: a place in the page's document. If that place is a frame, the next part is a place in the frame's document, and
 * so on. `findVisibleElement` reads places.
 */
export type Path = readonly string[]

/** Keys that move the focus or press a control. */
export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space'

/** A window of a shopper's browser, in any engine. Methods that take a path wait until its element is shown. */
export interface ShopperWindow {
  visit(url: string): Promise<void>
  goBack(): Promise<void>
  goForward(): Promise<void>
  reload(): Promise<void>
  url(): Promise<string>
  /** Clicks an element, twice if `times` is 2. */
  click(path: Path, times?: 1 | 2): Promise<void>
  /** Clicks a field, and types key by key. */
  type(path: Path, text: string): Promise<void>
  /** Types key by key into the focused element. */
  typeOn(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** The text of an element, or the value of a field. */
  read(path: Path): Promise<string>
  /** The name of the focused element, in any frame or shadow root; empty if nothing has the focus. */
  focus(): Promise<string>
  /** The window that this window has opened. */
  popup(): Promise<ShopperWindow>
  close(): Promise<void>
}

/** A new shopper's browser context: no cookies, nothing stored. */
export interface ShopperVisit {
  readonly window: ShopperWindow
  /** What pages wrote to the console, and their uncaught errors, if the engine reports them. */
  consoleMessages(): readonly string[]
  end(): Promise<void>
}

/** A browser that several shoppers use, one after another. */
export interface ShopperBrowser {
  newVisit(): Promise<ShopperVisit>
  close(): Promise<void>
}

const patienceMs = 45_000

/**
 * Calls `ask` until it returns an answer. An error counts as no answer, because documents may load or unload meanwhile. Throws after 45
 * seconds.
 */
export const waitFor = async <Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> => {
  let reason: unknown
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const answer = await ask().catch((error: unknown) => {
      reason = error
      return null
    })
    if (answer !== null) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Waited in vain for ${what}.`, { cause: reason })
}
