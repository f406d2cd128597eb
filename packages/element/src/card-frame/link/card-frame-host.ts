import type { Checkout } from '@billing-checkout/contract'
import type { Theme } from '../../styles/theme-of.ts'
import { blockedFrames } from '../../developer/watch-policy.ts'
import type { CardBrand } from '../brands/card-brands.ts'
import type { CardSource } from './request-entered-card.ts'
import { connectToFrame } from './connect-to-frame.ts'
import { type MessageOf, readMessage } from './message-shape.ts'
import { cardFrameEvents, type MessageToFrame } from './protocol.ts'
import type { WatchedFrame } from './watch-frame.ts'

/** What the card frame needs from the element, and its callbacks. */
export interface CardFrameHostOptions {
  /** The element; the page may have put the frame into it already. */
  readonly element: ParentNode
  /** The frame's address at the server, which may redirect. If the frame does not answer, the host loads it again from this address. */
  readonly url: string
  /** The address from which the frame loads first. */
  readonly firstUrl: string
  /** The server's address, for messages to developers. */
  readonly server: string
  /**
   * The checkout that the frame belongs to. The checkout knows the origin of the frame's document, and shows a notice if the frame is
   * late.
   */
  readonly controller: WatchedFrame['options']['controller'] & {
    readonly checkout: Pick<Checkout, 'frame_origin'> | null
  }
  /** Whether the shopper has to type a new card. */
  readonly isCard: () => boolean
  /** The present theme and language for the frame. */
  readonly looks: () => Theme & { readonly locale: string }
  /** Called if the frame's state, or the card's brand or completeness, has changed. */
  readonly onChange: () => void
  /** Called if the frame got or lost the focus. */
  readonly onFocus: (isFocused: boolean) => void
  /** Called if the shopper pressed Enter in a field. */
  readonly onSubmit: () => void
}

/**
 * Milliseconds after which `watchFrame` takes over if the frame is not ready. That code is a separate chunk, which most shoppers never
 * load.
 */
const watchAfterMs = 2000

/** The card frame of one session, seen from the element: the iframe, its port, and its last report about the card. */
export class CardFrameHost implements CardSource, WatchedFrame {
  /**
   * The page's own iframe, if it is a child of the element and has exactly the right `src`; the host sends nothing to any other iframe. The
   * page's iframe is never moved, because React fails if a node that it created is gone. If there is none, the host creates an iframe by
   * script, because a template that changed `src` would add history entries.
   */
  readonly frame: HTMLIFrameElement
  /** The node to draw in the form: our own frame, or a slot that shows the page's frame. */
  readonly box: HTMLElement
  state: 'loading' | 'ready' | 'failed' | 'ended' = 'loading'
  card: { readonly brand: CardBrand | null; readonly complete: boolean; readonly empty?: boolean } = {
    brand: null,
    complete: false,
  }
  /** Whether the frame has loaded a document to which no port was sent yet. */
  isNew = false
  /** Whether a document has its port but has not answered yet. */
  isSilent = false
  readonly blocked = blockedFrames

  readonly options: CardFrameHostOptions
  #watch: ReturnType<typeof setTimeout> | undefined
  onAnswer: CardSource['onAnswer'] = null
  /**
   * Our ends of the channels to the frame. There are two if the document may have loaded after we sent the first port. Then only one gets
   * answers.
   */
  #ports: MessagePort[] = []
  /** Whether the document may have loaded before the element existed. If so, the next `load` event may be that of the same document. */
  #isEarly = false
  #configured = ''
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
  configure(): void {
    const looks = this.options.looks()
    const configured = JSON.stringify(looks)
    if (configured === this.#configured) return
    this.#configured = configured
    this.tell({ type: 'configure', ...looks })
    // If the page reverts the change before the next animation frame, no transition starts and no event reports the change. So compare the
    // theme again.
    requestAnimationFrame(() => this.configure())
  }

  /** Sends a message to the frame, if the frame has its port. */
  tell(message: MessageToFrame): void {
    for (const port of this.#ports) port.postMessage(message)
  }

  /** Focuses the first field that is incomplete or wrong. */
  focus(options?: FocusOptions): void {
    this.frame.focus(options)
    this.tell({ type: 'focus' })
  }

  /** Stops the timer for a late frame, because the element left the page or no longer waits for the frame. */
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
    // Discards the typed card, even if the page keeps its own frame.
    this.frame.contentWindow?.location.replace('about:blank')
  }

  /** Starts over with a newly loaded document. If the element is moved in the page, the frame loads again and loses the typed card. */
  #reset(): void {
    // This `load` may be that of the document that already has a port, or of a new document. So keep both ports; the right port is the one
    // over which an answer comes.
    if (this.#isEarly && this.#ports[0]) this.#isEarly = false
    else {
      this.#close()
      if (this.state === 'ready') this.state = 'loading'
      this.card = { brand: null, complete: false }
      this.#focus(false)
    }
    this.isNew = true
    this.connect()
  }

  /** Sends a port to a new document, once the server has stated the document's origin. */
  connect(): void {
    // Undefined until the server has stated the origin; null if it is the origin of the frame's address.
    const origin = this.options.controller.checkout?.frame_origin
    if (!this.isNew || !this.box.isConnected || origin === undefined) return
    this.isNew = false
    this.isSilent = true
    this.resume()
    this.#configured = ''
    this.#ports.push(
      connectToFrame(this.frame, origin ?? new URL(this.frame.src).origin, (data) => {
        const message = readMessage(cardFrameEvents, data)
        if (message) this.#hear(message)
        else this.onAnswer?.(data)
      }),
    )
    this.configure()
    this.options.onChange()
  }

  #hear(message: MessageOf<typeof cardFrameEvents>): void {
    this.isSilent = false
    switch (message.type) {
      case 'ready':
        clearTimeout(this.#watch)
        this.state = 'ready'
        return this.options.onChange()
      case 'height':
        // Set by script, because a style attribute would need 'unsafe-inline' in the page's Content-Security-Policy.
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

  /** Reports that the card form got or lost the focus. A move of the focus between fields of the form is not reported. */
  #focus(isFocused: boolean): void {
    this.#isEarly = false
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    this.options.onFocus(isFocused)
  }
}
