/** How a client reaches the service. */
export interface ClientOptions {
  /** `sk_sandbox_…` or `sk_live_…`. A secret: keep it in a backend, never in a page. */
  readonly apiKey: string
  /** The address of the service, such as `https://pay.example`; it may have a path. */
  readonly baseUrl: string
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** The time-out of one attempt; default 60, because a charge waits for the card's bank. */
  readonly timeoutSeconds?: number
  /** How many times a request is retried, if it is safe to repeat; default 3. */
  readonly retriesMax?: number
  /** The longest pause before the first retry, which doubles with each later retry up to 8 seconds; jitter cuts up to half. Default 0.5. */
  readonly retryDelaySeconds?: number
}

/** Valid options, with defaults filled in. */
export type Settings = Required<ClientOptions>

/** Checks a client's options. Throws a TypeError that names the broken rule and never contains the key. */
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
    // Not `globalThis.fetch` itself: browsers refuse a fetch whose `this` is not the global object.
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
