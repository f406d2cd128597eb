import { isOneOf, readMessage } from './message-shape.ts'
import { connectMessage, toFrame, type ToElement, type ToFrame } from './protocol.ts'

/** Whom the frame lets in, and what it does with what they say. */
export interface ParentOptions<Told> {
  /** Origins that may connect, `http://localhost:*` with every port; null = those of pages on the shopper's own machine. */
  readonly origins: readonly string[] | null
  readonly onConnect: (tell: (message: Told) => void) => void
  readonly onMessage: (message: ToFrame) => void
}

/** The shape of the first message; the element's protocol must be ours. */
const connect = { [connectMessage.type]: { protocol: isOneOf([connectMessage.protocol]) } }

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

const isAmong = (origins: readonly string[] | null, origin: string): boolean =>
  origins ? origins.includes(origin) || origins.includes(origin.replace(/(:\d+)?$/, ':*')) : loopback.test(origin)

/** Waits for the parent's one connect message and takes its port; every other message, and every later one, is ignored. */
export const acceptParent = <Told = ToElement>({ origins, onConnect, onMessage }: ParentOptions<Told>): void => {
  const accept = ({ source, origin, data, ports }: MessageEvent<unknown>): void => {
    const [port] = ports
    if (source !== parent || !isAmong(origins, origin)) return
    if (port === undefined || readMessage(connect, data) === null) return
    removeEventListener('message', accept)
    port.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = readMessage(toFrame, event.data)
      if (message !== null) onMessage(message)
    })
    port.start()
    onConnect((message) => port.postMessage(message))
  }
  addEventListener('message', accept)
}
