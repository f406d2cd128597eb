import { readMessage } from '../../card-frame/link/message-shape.ts'
import { connectMessage, type ToFrame } from '../../card-frame/link/protocol.ts'
import type { Theme } from '../../styles/theme-of.ts'
import { type FromButton, fromButton } from '../../wallet-frame/wallet-protocol.ts'

/**
 * Sends a port, the theme and the language to the document in `frame`, which must have exactly the origin of its address. Returns a
 * function that closes the port.
 */
export const linkButton = (
  frame: HTMLIFrameElement,
  looks: Theme & { readonly locale: string },
  hear: (message: FromButton) => void,
): (() => void) => {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(fromButton, data)
    if (message !== null) hear(message)
  })
  port1.start()
  frame.contentWindow?.postMessage(connectMessage, new URL(frame.src).origin, [port2])
  port1.postMessage({ type: 'configure', ...looks } satisfies ToFrame)
  return () => port1.close()
}
