import type { Checkout } from '@billing-checkout/contract'
import type { Theme } from '../../styles/theme-of.ts'
import { blockedFrames } from '../../watch-policy.ts'
import type { CardBrand } from '../brands/card-brands.ts'
import type { CardSource } from './enter-card.ts'
import { linkFrame, type FrameNews } from './frame-link.ts'
import type { ToFrame } from './protocol.ts'
import type { WatchedFrame } from './watch-frame.ts'

/** What the element gives its card frame, and its callbacks. */
export interface CardFrameHostOptions {
  /** The element whose card it is: the page may have put the frame into it already. */
  readonly element: ParentNode
  /** The address at the server, which may redirect; a silent frame is loaded from there again. */
  readonly url: string
  /** The address that it loads from at first. */
  readonly firstUrl: string
  /** Whose frame it is, for developers. */
  readonly server: string
  /** The checkout that the frame belongs to: it knows the origin of the frame's document, and shows when the frame is late. */
  readonly controller: WatchedFrame['options']['controller'] & {
    readonly checkout: Pick<Checkout, 'frame_origin'> | null
  }
  /** Whether a new card has to be typed. */
  readonly isCard: () => boolean
  /** How the frame should look and speak right now. */
  readonly looks: () => Theme & { readonly locale: string }
  /** Its state, its brand or its completeness changed. */
  readonly onChange: () => void
  /** It got or lost the focus. */
  readonly onFocus: (isFocused: boolean) => void
  /** The shopper pressed Enter in a field. */
  readonly onSubmit: () => void
}

/** A frame that is not ready by then is watched; the watch is a chunk that most shoppers never load. */
const watchAfterMs = 2000

/** The one card frame of one session, as the element sees it: an iframe, a port, and what is known about the card. */
export class CardFrameHost implements CardSource, WatchedFrame {
  /**
   * The page's own frame of this session, a child of the element that has not been adopted yet. Otherwise made by hand: one frame belongs
   * to one session, and a template that changed `src` would leave history entries. The page's own is adopted if its `src` is exactly right;
   * any other is sent nothing. It is never moved, because React fails if a node it made is gone.
   */
  readonly frame: HTMLIFrameElement
  /** What is drawn in the form: the frame, or the slot that shows the page's own. */
  readonly box: HTMLElement
  state: 'loading' | 'ready' | 'failed' | 'ended' = 'loading'
  card: { readonly brand: CardBrand | null; readonly complete: boolean; readonly empty?: boolean } = {
    brand: null,
    complete: false,
  }
  /** Whether a document is there that has not been greeted. */
  isNew = false
  /** Whether a greeted document has not said anything. */
  isSilent = false
  readonly blocked = blockedFrames

  readonly options: CardFrameHostOptions
  #watch: ReturnType<typeof setTimeout> | undefined
  onAnswer: CardSource['onAnswer'] = null
  /** More than one while it is not known whether a document was greeted before or after its script ran. */
  #ports: MessagePort[] = []
  /** Whether the document may have been there before the element, and the load that follows may be its own. */
  #isEarly = false
  #worn = ''
  #isFocused = false

  constructor(options: CardFrameHostOptions) {
    this.options = options
    const own = document.createElement('iframe')
    own.src = options.firstUrl
    const given = options.element.querySelector<HTMLIFrameElement>(':scope>iframe:not([slot])')
    if (given?.src === own.src) {
      const slot = document.createElement('slot')
      slot.name = given.slot = own.src
      this.isNew = this.#isEarly = given.contentDocument?.URL !== 'about:blank'
      this.frame = given
      this.box = slot
    } else this.frame = this.box = own
    this.box.className = 'frame waiting'
    this.box.part = 'card-frame'
    this.frame.addEventListener('load', () => this.#reset())
    this.resume()
  }

  /** Tells the frame how it should look and speak, if that has changed. */
  dress(): void {
    const looks = this.options.looks()
    const worn = JSON.stringify(looks)
    if (worn === this.#worn) return
    this.#worn = worn
    this.tell({ type: 'configure', ...looks })
    // The page may take the change back before the next frame. Then no transition starts, and no event reports it.
    requestAnimationFrame(() => this.dress())
  }

  /** Tells the frame something, if a document is there. */
  tell(message: ToFrame): void {
    for (const port of this.#ports) port.postMessage(message)
  }

  /** Moves the focus to the first field that needs something. */
  focus(options?: FocusOptions): void {
    this.frame.focus(options)
    this.tell({ type: 'focus' })
  }

  /** The element left the page, or nothing is waited for: the frame cannot be late. */
  pause(): void {
    this.#isEarly = false
    clearTimeout(this.#watch)
  }

  /** A document is waited for. */
  resume(): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => {
      import('./watch-frame.ts').then(
        ({ watchFrame }) => watchFrame(this),
        () => this.resume(),
      )
    }, watchAfterMs)
  }

  /** Lets go of the frame. */
  end(): void {
    this.state = 'ended'
    this.pause()
    this.#close()
    // What was typed goes, also from a frame that stays in the page.
    this.frame.contentWindow?.location.replace('about:blank')
  }

  /** Also after the element was moved in the page: the frame then loads again and knows nothing. */
  #reset(): void {
    // Whether the greeted document has loaded, or another one: the port that is answered tells.
    if (this.#isEarly && this.#ports[0]) this.#isEarly = false
    else {
      this.#close()
      if (this.state === 'ready') this.state = 'loading'
      this.card = { brand: null, complete: false }
      this.#focus(false)
    }
    this.isNew = true
    this.greet()
  }

  /** Hands a document that is new its port, as soon as the server has named its origin. */
  greet(): void {
    // Null if the frame has the origin of its address, undefined until the server has said so.
    const origin = this.options.controller.checkout?.frame_origin
    if (!this.isNew || !this.box.isConnected || origin === undefined) return
    this.isNew = false
    this.isSilent = true
    this.resume()
    this.#worn = ''
    this.#ports.push(
      linkFrame(
        this.frame,
        origin ?? new URL(this.frame.src).origin,
        (message) => this.#hear(message),
        (data) => this.onAnswer?.(data),
      ),
    )
    this.dress()
    this.options.onChange()
  }

  #hear(message: FrameNews): void {
    this.isSilent = false
    switch (message.type) {
      case 'ready':
        clearTimeout(this.#watch)
        this.state = 'ready'
        return this.options.onChange()
      case 'height':
        // By CSSOM: a style attribute would need 'unsafe-inline' in the host's policy.
        this.box.style.blockSize = `${message.height}px`
        return
      case 'changed':
        this.card = message
        return this.options.onChange()
      case 'focused':
      case 'blurred':
        return this.#focus(message.type === 'focused')
      case 'leaving':
        return void this.box.dispatchEvent(new Event('leaving', { bubbles: true }))
      case 'submitted':
        return this.options.onSubmit()
    }
  }

  #close(): void {
    for (const port of this.#ports) port.close()
    this.#ports = []
    this.onAnswer?.(null)
  }

  /** From field to field the focus stays in the form. */
  #focus(isFocused: boolean): void {
    this.#isEarly = false
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    this.options.onFocus(isFocused)
  }
}
