import { mayPay, type Phase } from '../../checkout/state/phase.ts'

/**
 * Keeps the panel as high as the form was when something else takes the form's place, so that nothing below it moves. Not
 * on a narrow page, where the form is several screens high and a receipt in its room would be lost in nothing.
 */
export class OutcomeRoom {
  #isForm: boolean
  #width = 0
  #height = 0
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
    this.#apply(panel)
    if (wasForm) this.#observer.observe(panel)
  }

  /** In another width the form would have had another height; a scroll bar that comes or goes makes no other width. */
  #apply(panel: HTMLElement): void {
    const isAsBefore = panel.offsetWidth >= wideMin && Math.abs(panel.offsetWidth - this.#width) <= scrollBarMax
    // By CSSOM: a style attribute would need 'unsafe-inline' in the host's policy.
    panel.style.minBlockSize = isAsBefore ? `${this.#height}px` : ''
  }
}

const scrollBarMax = 20
/** From here on summary and form stand side by side. */
const wideMin = 720

const showsForm = (phase: Phase): boolean => mayPay(phase) || phase === 'paying'
