import type { Answer, RunningService, SentRequest } from './running-service.ts'

/** The parts of a service that shoppers and subscribers need, for a server that a test started itself. */
export const merchantOfServer = (url: () => string, key: string): RunningService => {
  const send = async (method: string, path: string, { body, key: other = key, headers = {} }: SentRequest = {}) => {
    const response = await fetch(`${url()}${path}`, {
      method,
      headers: {
        ...(other !== null && { Authorization: `Bearer ${other}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }
  return { send } as unknown as RunningService
}
