import { connectMessage } from './protocol.ts'

/**
 * Sends a port to the document in `frame`, which must have exactly `origin`, and returns our end of the channel. `hear` receives all data
 * from the frame, not validated.
 */
export const connectToFrame = (
  frame: HTMLIFrameElement,
  origin: string,
  hear: (data: unknown) => void,
): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data))
  port1.start()
  frame.contentWindow?.postMessage(connectMessage, origin, [port2])
  return port1
}
