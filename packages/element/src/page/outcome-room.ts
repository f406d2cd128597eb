import { mayPay, type Phase } from '../checkout/state/phase.ts'

/**
 * Keeps the room of the form when something lower takes its place, so that nothing below it moves. On a wide page the panel
 * stays as high. On a narrow one, where the form is several screens high and a receipt in it would be lost in nothing, the
 * room is kept below the panel, and only to the end of the screen if what is below was not to be seen.
 */
export class OutcomeRoom {
  #isForm: boolean
  /** The panel with something else than the form in it. */
  #panel: HTMLElement | null = null
  #width = 0
  #height = 0
  /** Where the screen ends for what is below, which was not to be seen. */
  #screen = 0
  /** How far what is below stays from the panel's top on a narrow page. */
  #room = 0
  readonly #apply = (): void => {
    if (this.#panel === null) return
    const { style, offsetWidth: width, offsetHeight: height } = this.#panel
    // In another width the form would have had another height; a scroll bar that comes or goes makes no other width.
    const isAsBefore = Math.abs(width - this.#width) <= scrollBarMax
    const isWide = width >= wideMin
    // By CSSOM: a style attribute would need 'unsafe-inline' in the host's policy.
    style.minBlockSize = pixels(isAsBefore && isWide ? this.#height : 0)
    style.marginBlockEnd = pixels(isAsBefore && !isWide ? this.#room - height : 0)
  }
  readonly #observer = new ResizeObserver(this.#apply)

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
    this.#panel = panel
    this.#width = wasForm ? panel.offsetWidth : 0
    this.#room = this.#height = panel.offsetHeight
    this.#screen = panel.getBoundingClientRect().bottom < innerHeight ? Infinity : innerHeight
    this.#apply()
    if (wasForm) this.#observer.observe(panel)
    else this.#panel = null
  }

  /** Call once the view is in place: at once, because a browser counts what moves before it tells an observer. */
  settle(): void {
    if (this.#panel === null) return
    this.#room = Math.min(this.#room, this.#screen - this.#panel.getBoundingClientRect().top)
    this.#apply()
  }
}

const scrollBarMax = 20
/** From here on summary and form stand side by side. */
const wideMin = 720

const pixels = (length: number): string => (length > 0 ? `${length}px` : '')

const showsForm = (phase: Phase): boolean => mayPay(phase) || phase === 'paying'
