import { dashboardHeaders } from './session-requests.ts'

/**
 * The questions to the user that may interrupt a request. Each promise resolves once the user has answered, and rejects with `GivenUp` if
 * the user closes the question.
 */
export interface SessionQuestions {
  readonly signInAgain: () => Promise<void>
  readonly confirmPassword: () => Promise<void>
}

/** Thrown if the user closed a question without an answer, so the request was not repeated. */
export class GivenUp extends Error {}

const timeoutMs = 60_000

/**
 * A `fetch` that sends requests as the user, in an organization unless its id is null. If the session has expired or the server requires
 * the password again, the function asks the user. Then it repeats the request with the same idempotency key, so that the server makes the
 * change once.
 */
export const fetchAsUser =
  (
    organizationId: string | null,
    questions: SessionQuestions,
    send: typeof fetch = (...given) => fetch(...given),
  ): typeof fetch =>
  async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.delete('Authorization')
    for (const [name, value] of Object.entries(dashboardHeaders)) headers.set(name, value)
    if (organizationId !== null) headers.set('X-Billing-Organization', organizationId)
    for (;;) {
      const response = await send(input, { ...init, headers, ...signalOf(init, headers) })
      const question = await questionOf(response)
      if (question === null) return response
      try {
        await questions[question]()
      } catch (error) {
        // Return the server's refusal, because the client would retry the request if this threw.
        if (error instanceof GivenUp) return response
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

const questionOf = async (response: Response): Promise<keyof SessionQuestions | null> => {
  if (response.status === 401) return 'signInAgain'
  if (response.status !== 403) return null
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { readonly error?: { readonly code?: string } } | null
  return body?.error?.code === 'reauthentication_required' ? 'confirmPassword' : null
}
