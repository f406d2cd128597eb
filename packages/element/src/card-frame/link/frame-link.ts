import { type MessageOf, readMessage } from './message-shape.ts'
import { connectMessage, frameNews, type ToFrame } from './protocol.ts'

/** What the frame tells by itself. */
export type FrameNews = MessageOf<typeof frameNews>

/** The element's end of the port to one card frame. */
export class FrameLink {
  readonly #port: MessagePort

  /**
   * Hands a port to the document in `frame`, which must be of exactly `origin`. `hear` gets the news, `answer` everything else, which has not been
   * checked.
   */
  constructor(
    frame: HTMLIFrameElement,
    origin: string,
    hear: (message: FrameNews) => void,
    answer: (data: unknown) => void = () => {},
  ) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = readMessage(frameNews, data)
      if (message === null) answer(data)
      else hear(message)
    })
    port1.start()
    frame.contentWindow?.postMessage(connectMessage, origin, [port2])
  }

  tell(message: ToFrame): void {
    this.#port.postMessage(message)
  }

  close(): void {
    this.#port.close()
  }
}
