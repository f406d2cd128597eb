import { tellDeveloper } from '../../developer/tell-developer.ts'
import type { Theme } from '../../styles/theme-of.ts'
import type { CardBrand } from '../brands/card-brands.ts'
import { FrameLink } from './frame-link.ts'
import type { EnteredCard, ToElement } from './protocol.ts'

/** What the element gives its card frame and wants to hear from it. */
export interface CardFrameHostOptions {
  readonly url: string
  /** The origin of its document, as the server says; null: that of `url`; undefined until it is known. */
  readonly origin: () => string | null | undefined
  /** Whose frame it is, for developers. */
  readonly server: string
  /** How the frame should look and speak right now. */
  readonly looks: () => Theme & { readonly locale: string }
  /** Its state, its brand or its completeness changed. */
  readonly onChange: () => void
  /** It got or lost the focus. */
  readonly onFocus: (isFocused: boolean) => void
  /** The shopper pressed Enter in a field. */
  readonly onSubmit: () => void
  /** The frame did not come up in time. */
  readonly onLost: () => void
}

const timeoutMs = 20_000
const retryMs = 4000
const silentMs = 2000

/** The one card frame of one session, as the element sees it: an iframe, a port, and what is known about the card. */
export class CardFrameHost {
  /** Made by hand: one frame belongs to one session, and a template that changed `src` would leave history entries. */
  readonly frame = document.createElement('iframe')
  state: 'loading' | 'ready' | 'failed' = 'loading'
  card: { readonly brand: CardBrand | null; readonly complete: boolean; readonly empty?: boolean } = {
    brand: null,
    complete: false,
  }

  readonly #options: CardFrameHostOptions
  readonly #timer: ReturnType<typeof setInterval>
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #link: FrameLink | null = null
  /** Whether a document is there that has not been greeted. */
  #isNew = false
  #worn = ''
  #isFocused = false

  constructor(options: CardFrameHostOptions) {
    this.#options = options
    this.frame.className = 'frame waiting'
    this.frame.setAttribute('part', 'card-frame')
    this.frame.src = options.url
    this.frame.addEventListener('load', () => this.#reset())
    this.#timer = setInterval(() => {
      // It cannot be late while nobody has greeted it.
      if (this.#isNew) return
      clearTimeout(this.#timer)
      this.state = 'failed'
      options.onLost()
    }, timeoutMs)
    document.addEventListener('securitypolicyviolation', this.#onViolation)
  }

  /** Tells the frame how it should look and speak, if that has changed. */
  dress(): void {
    const looks = this.#options.looks()
    const worn = JSON.stringify(looks)
    if (worn === this.#worn) return
    this.#worn = worn
    this.#link?.tell({ type: 'configure', ...looks })
  }

  /** Lets the shopper type, or not while a payment is under way. */
  disable(disabled: boolean): void {
    this.#link?.tell({ type: 'disable', disabled })
  }

  /** Fills in a published test card. */
  fill(number: string): void {
    this.#link?.tell({ type: 'fill', number })
  }

  /** Moves the focus to the first field that needs something. */
  focus(options?: FocusOptions): void {
    this.frame.focus(options)
    this.#link?.tell({ type: 'focus' })
  }

  /** Has a field marked that the bank found wrong, and puts the focus there. */
  reject(field: 'number' | 'expiry' | 'cvc'): void {
    this.frame.focus()
    this.#link?.tell({ type: 'reject', field })
  }

  /** The typed card; `invalid` when the frame shows what to correct, null when there is no frame. */
  async seal(): Promise<EnteredCard | null> {
    if (this.#link === null || this.state !== 'ready') return null
    const card = await this.#link.seal()
    if (card.type === 'invalid') this.focus()
    return card
  }

  /** Lets go of the frame. */
  end(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#retry)
    clearTimeout(this.#silence)
    document.removeEventListener('securitypolicyviolation', this.#onViolation)
    this.#link?.close()
    this.#link = null
  }

  /** Also after the element was moved in the page: the frame then loads again and knows nothing. */
  #reset(): void {
    this.#link?.close()
    if (this.state === 'ready') this.state = 'loading'
    this.card = { brand: null, complete: false }
    this.#focus(false)
    this.#isNew = true
    this.greet()
  }

  /** Hands a document that is new its port, as soon as the server has said of which origin it is. */
  greet(): void {
    const origin = this.#options.origin()
    if (!this.#isNew || origin === undefined) return
    this.#isNew = false
    // A browser without network loads an error page in its place, which never says that it is ready.
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => (this.frame.src = this.#options.url), retryMs)
    // Whatever it is that was loaded, the frame answers at once; unless what is offered takes no card, and it is gone.
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.frame.isConnected && this.#tellDeveloper('frame_silent'), silentMs)
    this.#worn = ''
    this.#link = new FrameLink(this.frame, origin ?? new URL(this.frame.src).origin, (message) => this.#hear(message))
    this.dress()
    this.#options.onChange()
  }

  #hear(message: ToElement): void {
    clearTimeout(this.#silence)
    switch (message.type) {
      case 'ready':
        clearTimeout(this.#timer)
        clearTimeout(this.#retry)
        this.state = 'ready'
        return this.#options.onChange()
      case 'height':
        // By CSSOM: a style attribute would need 'unsafe-inline' in the host's policy.
        this.frame.style.blockSize = `${message.height}px`
        return
      case 'changed':
        this.card = message
        return this.#options.onChange()
      case 'focused':
      case 'blurred':
        return this.#focus(message.type === 'focused')
      case 'submitted':
        return this.#options.onSubmit()
    }
  }

  /** From field to field the focus stays in the form. */
  #focus(isFocused: boolean): void {
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    this.#options.onFocus(isFocused)
  }

  readonly #onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== 'frame-src' || !blockedURI || !this.frame.src.startsWith(blockedURI)) return
    this.#tellDeveloper('frame_blocked')
  }

  #tellDeveloper(line: string): void {
    tellDeveloper(line, { server: this.#options.server || location.origin })
  }
}
