/**
 * The way to an element: a place in the page's document, then one in the document of the frame found there, and so on.
 * Places are written as `findShown` reads them.
 */
export type Path = readonly string[]

/** Keys that move or press. */
export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space'

/** A window of a shopper's browser, whichever engine that has. Whatever is looked for is waited for. */
export interface ShopperWindow {
  visit(url: string): Promise<void>
  goBack(): Promise<void>
  goForward(): Promise<void>
  reload(): Promise<void>
  url(): Promise<string>
  /** Presses the pointer's button over an element, twice where `times` says so. */
  click(path: Path, times?: 1 | 2): Promise<void>
  /** Clicks on a field, and types key by key. */
  type(path: Path, text: string): Promise<void>
  /** Types key by key where the focus is. */
  typeOn(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** The text of an element, or the value of a field. */
  read(path: Path): Promise<string>
  /** Name of the focused element, in whichever frame and shadow root; empty if nothing has the focus. */
  focus(): Promise<string>
  /** The window that this one has opened. */
  popup(): Promise<ShopperWindow>
  close(): Promise<void>
}

/** A shopper of their own: no cookies, nothing stored. */
export interface ShopperVisit {
  readonly window: ShopperWindow
  /** What pages wrote to the console, and the errors they did not catch, where the engine tells. */
  said(): readonly string[]
  end(): Promise<void>
}

/** A browser that shoppers come with, one after another. */
export interface ShopperBrowser {
  newVisit(): Promise<ShopperVisit>
  close(): Promise<void>
}

const patienceMs = 45_000

/** Asks until there is an answer; errors of documents that come and go are no answer either. Throws when patience ends. */
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
