/** A request of the interface, shown to a developer as a command. */
export interface CurlRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path with its query. */
  readonly path: string
  readonly body?: object
}

/** The `curl` command, for a POSIX shell, that sends a request with the developer's own API key. */
export const curlCommand = (origin: string, { method, path, body }: CurlRequest): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    `-H "Authorization: Bearer $BILLING_API_KEY"`,
    `-H ${quoted('X-API-Version: 1.0.0')}`,
    ...(body === undefined
      ? []
      : [`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
