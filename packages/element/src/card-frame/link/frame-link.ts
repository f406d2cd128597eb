import { type MessageOf, readMessage } from './message-shape.ts'
import { connectMessage, frameNews } from './protocol.ts'

/** A message that the frame sends without being asked. */
export type FrameNews = MessageOf<typeof frameNews>

/**
 * Sends a port to the document in `frame`, which must have exactly `origin`, and returns the element's end of it.
 * `hear` gets the frame's news, `answer` everything else, unchecked.
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
