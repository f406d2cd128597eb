import type { RunningService } from '../services/running-service.ts'

/** A shopper's action on the page of the sandbox bank. */
export type BankAnswer = 'passed' | 'failed' | 'cancelled'

/** A shopper's browser on the pages of an action, over HTTP only; redirects are not followed. */
export interface ActionPages {
  /** Opens the page around the challenge, which contains the address of the challenge. */
  open(): Promise<{
    readonly status: number
    readonly html: string
    readonly headers: Headers
    readonly challenge: string
  }>
  /** Answers the challenge. Returns where the bank sends the browser then. */
  answer(answer: BankAnswer): Promise<{ readonly status: number; readonly location: string | null }>
  /** Goes from the bank's page to the action's return page. */
  comeBack(): Promise<{ readonly status: number; readonly html: string }>
  /** Cancels the challenge on the page around it. */
  cancel(): Promise<{ readonly status: number }>
}

/** The pages behind a payment's `next_action.url`. */
export const actionPages = (service: RunningService, url: string): ActionPages => {
  const fetchPage = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(new URL(path, service.url), { redirect: 'manual', ...options })
    return { response, status: response.status, html: await response.text(), headers: response.headers }
  }
  const open = async () => {
    const { response: _, ...page } = await fetchPage(url)
    // A wallet's page is not shown in a frame: the browser is redirected to it.
    const challenge = /iframe src="([^"]+)"/.exec(page.html)?.[1] ?? page.headers.get('location') ?? ''
    return { ...page, challenge }
  }
  let challenge: string | undefined
  return {
    open,
    async answer(answer) {
      challenge ??= (await open()).challenge
      const { status, headers } = await fetchPage(challenge, { method: 'POST', body: new URLSearchParams({ answer }) })
      return { status, location: headers.get('location') }
    },
    async comeBack() {
      const { status, html } = await fetchPage(`${url}/return`)
      return { status, html }
    },
    async cancel() {
      const { status } = await fetchPage(`${url}/cancel`, { method: 'POST' })
      return { status }
    },
  }
}
