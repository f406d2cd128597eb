import { mayPay, type Phase } from '../../checkout/state/phase.ts'

/**
 * Keeps the room of the form when something lower takes its place, so that nothing below it moves. On a wide page the panel
 * stays as high. On a narrow one, where the form is several screens high and a receipt in it would be lost in nothing, the
 * room is kept below the panel, and only to the end of the screen if what is below was not to be seen.
 */
export class OutcomeRoom {
  #isForm: boolean
  #width = 0
  #height = 0
  #isEndSeen = false
  /** How far what is below stays from the panel's top on a narrow page. */
  #room = 0
  readonly #observer = new ResizeObserver(([entry]) => this.#apply(entry?.target as HTMLElement))

  constructor(phase: Phase) {
    this.#isForm = showsForm(phase)
  }

  /** Looks at what is drawn in `root` before `phase` is. */
  keep(phase: Phase, root: ParentNode): void {
    const panel = root.querySelector<HTMLElement>('.panel')
    const wasForm = this.#isForm
    this.#isForm = showsForm(phase)
    if (panel === null || wasForm === this.#isForm) return
    this.#observer.disconnect()
    this.#width = wasForm ? panel.offsetWidth : 0
    this.#height = panel.offsetHeight
    this.#isEndSeen = panel.getBoundingClientRect().bottom < innerHeight
    this.#room = this.#height
    this.#apply(panel)
    if (wasForm) this.#observer.observe(panel)
  }

  /**
   * Looks at what was drawn in `root`, once it is where it will be read: at once, because a browser counts what moves before
   * it tells an observer.
   */
  settle(root: ParentNode): void {
    const panel = root.querySelector<HTMLElement>('.panel')
    if (panel === null || this.#isForm) return
    if (!this.#isEndSeen) this.#room = Math.min(this.#room, innerHeight - panel.getBoundingClientRect().top)
    this.#apply(panel)
  }

  /** In another width the form would have had another height; a scroll bar that comes or goes makes no other width. */
  #apply(panel: HTMLElement): void {
    const isAsBefore = Math.abs(panel.offsetWidth - this.#width) <= scrollBarMax
    const isWide = panel.offsetWidth >= wideMin
    // By CSSOM: a style attribute would need 'unsafe-inline' in the host's policy.
    panel.style.minBlockSize = isAsBefore && isWide ? `${this.#height}px` : ''
    const free = isAsBefore && !isWide ? this.#room - panel.offsetHeight : 0
    panel.style.marginBlockEnd = free > 0 ? `${free}px` : ''
  }
}

const scrollBarMax = 20
/** From here on summary and form stand side by side. */
const wideMin = 720

const showsForm = (phase: Phase): boolean => mayPay(phase) || phase === 'paying'
