/** How a client reaches the service. */
export interface ClientOptions {
  /** `sk_sandbox_…` or `sk_live_…`. A secret: it belongs into a backend, never into a page. */
  readonly apiKey: string
  /** Where the service is, such as `https://pay.example`; it may have a path. */
  readonly baseUrl: string
  /** Instead of the platform's own `fetch`. */
  readonly fetch?: typeof fetch
  /** How long one attempt may take; default 60, because a charge waits for the card's bank. */
  readonly timeoutSeconds?: number
  /** How often a request is sent again after an attempt that may be repeated; default 3. */
  readonly retriesMax?: number
  /** The pause before the first retry; it doubles from one to the next, with jitter. Default 0.5. */
  readonly retryDelaySeconds?: number
}

/** Options that were found valid, with their defaults. */
export type Settings = Required<ClientOptions>

/** Checks what a client is made with. Throws a TypeError that names the rule; the key is never in it. */
export const readOptions = (options: ClientOptions): Settings => {
  const { apiKey, baseUrl, timeoutSeconds = 60, retriesMax = 3, retryDelaySeconds = 0.5 } = options
  require(typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey), 'apiKey must be an API key such as sk_sandbox_…')
  require(isHttpUrl(baseUrl), `baseUrl must be an http or https address, got ${JSON.stringify(baseUrl)}`)
  require(timeoutSeconds > 0, `timeoutSeconds must be above 0, got ${timeoutSeconds}`)
  require(Number.isInteger(retriesMax) &&
    retriesMax >= 0, `retriesMax must be a whole number from 0, got ${retriesMax}`)
  require(retryDelaySeconds >= 0, `retryDelaySeconds must not be negative, got ${retryDelaySeconds}`)
  return {
    apiKey,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    // Called as a plain function: browsers refuse a fetch whose `this` is not the global object.
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
    timeoutSeconds,
    retriesMax,
    retryDelaySeconds,
  }
}

function require(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new TypeError(`${rule}.`)
}

const isHttpUrl = (text: unknown): boolean =>
  typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[?#]/.test(text)
