import { readMessage } from './message-shape.ts'
import { connectMessage, type EnteredCard, toElement, type ToElement, type ToFrame } from './protocol.ts'

/** The element's end of the port to one card frame. */
export class FrameLink {
  readonly #port: MessagePort
  readonly #waiting = new Map<number, (card: EnteredCard) => void>()
  #requests = 0

  /** Hands a port to the document in `frame`, which must be of exactly `origin`; `hear` gets what is not an answer. */
  constructor(frame: HTMLIFrameElement, origin: string, hear: (message: ToElement) => void) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = readMessage(toElement, data)
      if (message !== null && !this.#answer(message)) hear(message)
    })
    port1.start()
    frame.contentWindow?.postMessage(connectMessage, origin, [port2])
  }

  tell(message: ToFrame): void {
    this.#port.postMessage(message)
  }

  /** The typed card, sealed or as a token; `invalid` when the frame has shown the shopper what to correct. */
  seal(): Promise<EnteredCard> {
    const request = this.#requests
    this.#requests = (request + 1) % 10_000
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve)
      this.tell({ type: 'seal', request })
    })
  }

  /** Ends the connection; whoever still waits for a card is told it failed. */
  close(): void {
    this.#port.close()
    for (const request of this.#waiting.keys()) this.#answer({ type: 'failed', request })
  }

  #answer(message: ToElement): boolean {
    if (!('request' in message)) return false
    this.#waiting.get(message.request)?.(message)
    this.#waiting.delete(message.request)
    return true
  }
}
