import { Problem } from '@billing-checkout/contract'
import { once } from 'node:events'
import { listenAndForward } from '../../webhooks/forwarding/listen-and-forward.ts'
import { mintWebhookSecret } from '../../webhooks/signing/secrets.ts'

/** The options of `webhooks listen`. */
export interface ListenOptions {
  readonly forwardTo: string
  readonly server: string
  readonly apiKey: string
  readonly secret?: string
  readonly after?: string
  readonly json?: true
}

/**
 * Forwards events until the process is stopped, and prints a line for each; with `json`, an object. If an option is wrong, it throws before
 * it sends any request.
 */
export const listenToWebhooks = async ({
  json,
  secret = mintWebhookSecret(),
  ...options
}: ListenOptions): Promise<void> => {
  refuseUnusable({ ...options, secret })
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

const refuseUnusable = ({ forwardTo, server, apiKey, secret }: ListenOptions): void => {
  for (const [option, url] of [
    ['--forward-to', forwardTo],
    ['--server', server],
  ] as const)
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new Problem(
        'invalid_parameter',
        `${option} must be an http:// or https:// address, got ${JSON.stringify(url)}.`,
      )
  if (apiKey === '')
    throw new Problem('invalid_parameter', 'Set BILLING_API_KEY to a key with events:read, or give one with --api-key.')
  if (secret === undefined || !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret))
    throw new Problem('invalid_parameter', '--secret must be whsec_ and base64, as webhook endpoints have it.')
}
