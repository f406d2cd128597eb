import type { Theme } from '../../styles/theme-of.ts'
import { blockedFrames } from '../../watch-policy.ts'
import type { CardBrand } from '../brands/card-brands.ts'
import type { CardSource } from './enter-card.ts'
import { FrameLink, type FrameNews } from './frame-link.ts'
import type { ToFrame } from './protocol.ts'
import type { WatchedFrame } from './watch-frame.ts'

/** What the element gives its card frame, and its callbacks. */
export interface CardFrameHostOptions {
  /** The address at the server, which may redirect; a silent frame is loaded from there again. */
  readonly url: string
  /** The address that it loads from at first. */
  readonly firstUrl: string
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
  /** The frame did not come up in time, and what to tell the page about it; null: it came up after all. */
  readonly onLost: (message: string | null) => void
}

/** A frame that is not ready by then is watched; the watch is a chunk that most shoppers never load. */
const watchAfterMs = 2000

/** The one card frame of one session, as the element sees it: an iframe, a port, and what is known about the card. */
export class CardFrameHost implements CardSource, WatchedFrame {
  /** Made by hand: one frame belongs to one session, and a template that changed `src` would leave history entries. */
  readonly frame = document.createElement('iframe')
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
  #link: FrameLink | null = null
  #worn = ''
  #isFocused = false

  constructor(options: CardFrameHostOptions) {
    this.options = options
    this.frame.className = 'frame waiting'
    this.frame.setAttribute('part', 'card-frame')
    this.frame.src = options.firstUrl
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
  }

  /** Tells the frame something, if a document is there. */
  tell(message: ToFrame): void {
    this.#link?.tell(message)
  }

  /** Moves the focus to the first field that needs something. */
  focus(options?: FocusOptions): void {
    this.frame.focus(options)
    this.tell({ type: 'focus' })
  }

  /** The element left the page, or nothing is waited for: the frame cannot be late. */
  pause(): void {
    clearTimeout(this.#watch)
  }

  /** A document is waited for. */
  resume(): void {
    this.pause()
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
  }

  /** Also after the element was moved in the page: the frame then loads again and knows nothing. */
  #reset(): void {
    this.#close()
    if (this.state === 'ready') this.state = 'loading'
    this.card = { brand: null, complete: false }
    this.#focus(false)
    this.isNew = true
    this.greet()
  }

  /** Hands a document that is new its port, as soon as the server has named its origin. */
  greet(): void {
    const origin = this.options.origin()
    if (!this.isNew || origin === undefined) return
    this.isNew = false
    this.isSilent = true
    this.resume()
    this.#worn = ''
    this.#link = new FrameLink(
      this.frame,
      origin ?? new URL(this.frame.src).origin,
      (message) => this.#hear(message),
      (data) => this.onAnswer?.(data),
    )
    this.dress()
    this.options.onChange()
  }

  #hear(message: FrameNews): void {
    this.isSilent = false
    switch (message.type) {
      case 'ready':
        this.pause()
        if (this.state === 'failed') this.options.onLost(null)
        this.state = 'ready'
        return this.options.onChange()
      case 'height':
        // By CSSOM: a style attribute would need 'unsafe-inline' in the host's policy.
        this.frame.style.blockSize = `${message.height}px`
        return
      case 'changed':
        this.card = message
        return this.options.onChange()
      case 'focused':
      case 'blurred':
        return this.#focus(message.type === 'focused')
      case 'leaving':
        return void this.frame.dispatchEvent(new Event('leaving', { bubbles: true }))
      case 'submitted':
        return this.options.onSubmit()
    }
  }

  #close(): void {
    this.#link?.close()
    this.#link = null
    this.onAnswer?.(null)
  }

  /** From field to field the focus stays in the form. */
  #focus(isFocused: boolean): void {
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    this.options.onFocus(isFocused)
  }
}
