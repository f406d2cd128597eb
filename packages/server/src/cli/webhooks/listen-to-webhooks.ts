import { once } from 'node:events'
import { listenAndForward } from '../../webhooks/forwarding/listen-and-forward.ts'
import { newSecret } from '../../webhooks/signing/secrets.ts'

/** What `webhooks listen` was told. */
export interface ListenOptions {
  readonly forwardTo: string
  readonly server: string
  readonly apiKey: string
  readonly secret?: string
  readonly after?: string
  readonly json?: true
}

/** Forwards events until the process is told to stop, and prints a line for each; with `json`, an object each. */
export const listenToWebhooks = async ({ json, secret = newSecret(), ...options }: ListenOptions): Promise<void> => {
  const stop = new AbortController()
  void Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal))).then(() => stop.abort())
  const print = (fields: object, line: string) => console.log(json ? JSON.stringify(fields) : line)
  await listenAndForward({
    ...options,
    secret,
    signal: stop.signal,
    onReady: () =>
      print(
        { forward_to: options.forwardTo, secret },
        `Events go to ${options.forwardTo}, signed with ${secret}. Stop with Ctrl-C.`,
      ),
    onForwarded: ({ id, type }, { status, error }) =>
      print({ event_id: id, event_type: type, response_status: status, error }, `${type} ${id} → ${error ?? status}`),
    onTrouble: (message) => console.error(message),
  })
}
