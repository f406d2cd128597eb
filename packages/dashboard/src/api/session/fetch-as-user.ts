import { dashboardHeaders } from './session-requests.ts'

/**
 * The prompts that may interrupt a request. Each promise resolves once the user has answered, and rejects with `PromptClosed` if the user
 * closes the prompt.
 */
export interface SessionPrompts {
  readonly signInAgain: () => Promise<void>
  readonly confirmPassword: () => Promise<void>
}

/** Thrown if the user closed a prompt without an answer; the request is then not repeated. */
export class PromptClosed extends Error {}

const timeoutMs = 60_000

/**
 * A `fetch` that sends requests as the user, in the organization whose id is given (null: in none). If the session has expired or the
 * server requires the password again, the function asks the user. Then it repeats the request with the same idempotency key, so that the
 * server makes the change once.
 */
export const fetchAsUser =
  (
    organizationId: string | null,
    prompts: SessionPrompts,
    send: typeof fetch = (...given) => fetch(...given),
  ): typeof fetch =>
  async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.delete('Authorization')
    for (const [name, value] of Object.entries(dashboardHeaders)) headers.set(name, value)
    if (organizationId !== null) headers.set('X-Billing-Organization', organizationId)
    for (;;) {
      const response = await send(input, { ...init, headers, ...signalOf(init, headers) })
      const prompt = await promptOf(response)
      if (prompt === null) return response
      try {
        await prompts[prompt]()
      } catch (error) {
        // Return the server's refusal, because the client would retry the request after an exception.
        if (error instanceof PromptClosed) return response
        throw error
      }
    }
  }

/** Requests for CSV have no time-out, because a long list takes minutes. */
const signalOf = ({ signal }: RequestInit, headers: Headers): { readonly signal?: AbortSignal } => {
  if (headers.get('Accept') === 'text/csv') return signal ? { signal } : {}
  const timeout = AbortSignal.timeout(timeoutMs)
  return { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
}

const promptOf = async (response: Response): Promise<keyof SessionPrompts | null> => {
  if (response.status === 401) return 'signInAgain'
  if (response.status !== 403) return null
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { readonly error?: { readonly code?: string } } | null
  return body?.error?.code === 'reauthentication_required' ? 'confirmPassword' : null
}
