import { type MessageOf, readMessage } from './message-shape.ts'
import { connectMessage, frameNews } from './protocol.ts'

/** A message that the frame sends on its own, not as an answer. */
export type FrameNews = MessageOf<typeof frameNews>

/**
 * Sends a port to the document in `frame`, which must have exactly `origin`, and returns the element's end of the channel. `hear` receives
 * the messages that the frame sends on its own; `answer` receives all other data, not validated.
 */
export const linkFrame = (
  frame: HTMLIFrameElement,
  origin: string,
  hear: (message: FrameNews) => void,
  answer: (data: unknown) => void,
): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(frameNews, data)
    if (message === null) answer(data)
    else hear(message)
  })
  port1.start()
  frame.contentWindow?.postMessage(connectMessage, origin, [port2])
  return port1
}
