import { mayPay, type Phase } from '../checkout/state/phase.ts'

/**
 * Keeps the form's height if a shorter view replaces the form, so that nothing below the element moves. On a wide page, the panel keeps its
 * height. On a narrow page, the form is several screens high, and a receipt would be lost in an empty panel; so the space is kept as a
 * margin below the panel. If the content below was off screen, the margin ends at the bottom of the screen.
 */
export class ReservedHeight {
  #isForm: boolean
  /** The panel, while it shows a view other than the form. */
  #panel: HTMLElement | null = null
  #width = 0
  #height = 0
  /** The bottom of the screen in pixels, if the content below the panel was off screen; else infinity. */
  #screen = 0
  /** On a narrow page, the pixels from the panel's top to the content below the panel. */
  #room = 0
  readonly #apply = (): void => {
    if (this.#panel === null) return
    const { style, offsetWidth: width, offsetHeight: height } = this.#panel
    // At another width, the form would have had another height. A small difference does not count, because a scroll bar may have appeared
    // or disappeared.
    const isAsBefore = Math.abs(width - this.#width) <= scrollBarMax
    const isWide = width >= wideMin
    // Set by script, because a style attribute would need 'unsafe-inline' in the page's Content-Security-Policy.
    style.minBlockSize = pixels(isAsBefore && isWide ? this.#height : 0)
    style.marginBlockEnd = pixels(isAsBefore && !isWide ? this.#room - height : 0)
  }
  readonly #observer = new ResizeObserver(this.#apply)

  constructor(phase: Phase) {
    this.#isForm = showsForm(phase)
  }

  /**
   * Call this before the view of `phase` is drawn: measures the panel if the view replaces the form, and releases it if the form returns.
   */
  keep(phase: Phase, root: ParentNode): void {
    const panel = root.querySelector<HTMLElement>('.panel')
    const wasForm = this.#isForm
    this.#isForm = showsForm(phase)
    if (panel === null || wasForm === this.#isForm) return
    this.#observer.disconnect()
    this.#panel = panel
    this.#width = wasForm ? panel.offsetWidth : 0
    this.#room = this.#height = panel.offsetHeight
    this.#screen = panel.getBoundingClientRect().bottom < innerHeight ? Infinity : innerHeight
    this.#apply()
    if (wasForm) this.#observer.observe(panel)
    else this.#panel = null
  }

  /** Call this right after drawing, because a browser counts layout shifts before it calls a ResizeObserver. */
  settle(): void {
    if (this.#panel === null) return
    this.#room = Math.min(this.#room, this.#screen - this.#panel.getBoundingClientRect().top)
    this.#apply()
  }
}

const scrollBarMax = 20
/** From this page width (pixels) on, summary and form are side by side. */
const wideMin = 720

const pixels = (length: number): string => (length > 0 ? `${length}px` : '')

const showsForm = (phase: Phase): boolean => mayPay(phase) || phase === 'paying'
