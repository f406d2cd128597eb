import { isOneOf, readMessage } from './message-shape.ts'
import { connectMessage, messagesToFrame, type MessageToElement, type MessageToFrame } from './protocol.ts'

/** Which pages the frame accepts, and its callbacks. */
export interface ParentOptions<Told> {
  /** Origins that may connect; `http://localhost:*` includes every port. If null, only pages on the shopper's own machine may. */
  readonly origins: readonly string[] | null
  readonly onConnect: (tell: (message: Told) => void) => void
  readonly onMessage: (message: MessageToFrame) => void
}

/** The shape of the first message; its protocol version must equal ours. */
const connect = { [connectMessage.type]: { protocol: isOneOf([connectMessage.protocol]) } }

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

const isAmong = (origins: readonly string[] | null, origin: string): boolean =>
  origins ? origins.includes(origin) || origins.includes(origin.replace(/(:\d+)?$/, ':*')) : loopback.test(origin)

/** Waits for the parent's connect message and takes the port in it. Ignores every other message, and every later connect message. */
export const acceptParentConnection = <Told = MessageToElement>({
  origins,
  onConnect,
  onMessage,
}: ParentOptions<Told>): void => {
  const accept = ({ source, origin, data, ports }: MessageEvent<unknown>): void => {
    const [port] = ports
    if (source !== parent || !isAmong(origins, origin)) return
    if (port === undefined || readMessage(connect, data) === null) return
    removeEventListener('message', accept)
    port.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = readMessage(messagesToFrame, event.data)
      if (message !== null) onMessage(message)
    })
    port.start()
    onConnect((message) => port.postMessage(message))
  }
  addEventListener('message', accept)
}
