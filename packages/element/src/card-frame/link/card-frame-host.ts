import type { Checkout } from '@billing-checkout/contract'
import type { Theme } from '../../styles/theme-of.ts'
import { blockedFrames } from '../../developer/watch-policy.ts'
import type { CardBrand } from '../brands/card-brands.ts'
import type { CardSource } from './enter-card.ts'
import { linkFrame, type FrameNews } from './frame-link.ts'
import type { ToFrame } from './protocol.ts'
import type { WatchedFrame } from './watch-frame.ts'

/** What the card frame needs from the element, and its callbacks. */
export interface CardFrameHostOptions {
  /** The element; the page may have put the frame into it already. */
  readonly element: ParentNode
  /** The frame's address at the server, which may redirect. A frame that does not answer is loaded from there again. */
  readonly url: string
  /** The address from which the frame loads first. */
  readonly firstUrl: string
  /** The server's address, for messages to developers. */
  readonly server: string
  /** The checkout that the frame belongs to. It knows the origin of the frame's document, and shows that the frame is late. */
  readonly controller: WatchedFrame['options']['controller'] & {
    readonly checkout: Pick<Checkout, 'frame_origin'> | null
  }
  /** Whether the shopper has to type a new card. */
  readonly isCard: () => boolean
  /** The present theme and language for the frame. */
  readonly looks: () => Theme & { readonly locale: string }
  /** Called if the frame's state, the brand or the completeness has changed. */
  readonly onChange: () => void
  /** Called if the frame got or lost the focus. */
  readonly onFocus: (isFocused: boolean) => void
  /** Called if the shopper pressed Enter in a field. */
  readonly onSubmit: () => void
}

/** If the frame is not ready after this time, `watchFrame` takes over; it is a chunk that most shoppers never load. */
const watchAfterMs = 2000

/** The card frame of one session, on the element's side: the iframe, its port, and what it has reported about the card. */
export class CardFrameHost implements CardSource, WatchedFrame {
  /**
   * The page's own iframe, if it is a child of the element with exactly the right `src`; any other is sent nothing. It
   * is never moved, because React fails if a node that it made is gone. Otherwise a new iframe, made without a
   * template: a template that changed `src` would add history entries.
   */
  readonly frame: HTMLIFrameElement
  /** The node to draw in the form: the frame, or a slot for the page's own. */
  readonly box: HTMLElement
  state: 'loading' | 'ready' | 'failed' | 'ended' = 'loading'
  card: { readonly brand: CardBrand | null; readonly complete: boolean; readonly empty?: boolean } = {
    brand: null,
    complete: false,
  }
  /** Whether the frame has a document that has not been greeted yet. */
  isNew = false
  /** Whether a greeted document has not answered yet. */
  isSilent = false
  readonly blocked = blockedFrames

  readonly options: CardFrameHostOptions
  #watch: ReturnType<typeof setTimeout> | undefined
  onAnswer: CardSource['onAnswer'] = null
  /** More than one if we do not know whether the document was greeted before or after its script ran. */
  #ports: MessagePort[] = []
  /** Whether the document may have loaded before the element existed, so that the next `load` event may be that document's. */
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

  /** Sends the frame the theme and language, if they have changed. */
  dress(): void {
    const looks = this.options.looks()
    const worn = JSON.stringify(looks)
    if (worn === this.#worn) return
    this.#worn = worn
    this.tell({ type: 'configure', ...looks })
    // If the page reverts the change before the next frame, no transition starts and no event reports it; so look
    // again.
    requestAnimationFrame(() => this.dress())
  }

  /** Sends the frame a message, if it has been greeted. */
  tell(message: ToFrame): void {
    for (const port of this.#ports) port.postMessage(message)
  }

  /** Focuses the first field that is incomplete or wrong. */
  focus(options?: FocusOptions): void {
    this.frame.focus(options)
    this.tell({ type: 'focus' })
  }

  /** Stops the timer for a late frame, because the element left the page or does not wait for the frame. */
  pause(): void {
    this.#isEarly = false
    clearTimeout(this.#watch)
  }

  /** Starts the timer for a late frame. */
  resume(): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => {
      import('./watch-frame.ts').then(
        ({ watchFrame }) => watchFrame(this),
        () => this.resume(),
      )
    }, watchAfterMs)
  }

  /** Disconnects from the frame. */
  end(): void {
    this.state = 'ended'
    this.pause()
    this.#close()
    // Discards what the shopper typed, even if the page keeps its own frame.
    this.frame.contentWindow?.location.replace('about:blank')
  }

  /** Starts over with a loaded document. If the element is moved in the page, the frame loads again and loses everything. */
  #reset(): void {
    // This `load` may be that of the greeted document or of a new one; whichever port gets an answer is the right one.
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

  /** Sends a new document its port, once the server has stated the document's origin. */
  greet(): void {
    // Undefined until the server has stated it; null if it is the origin of the frame's address.
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
        // Set by script: a style attribute would need 'unsafe-inline' in the page's Content-Security-Policy.
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

  /** When the focus moves between fields, it stays in the form. */
  #focus(isFocused: boolean): void {
    this.#isEarly = false
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    this.options.onFocus(isFocused)
  }
}
