import { Agent, request } from 'node:http'
import { median } from '../yardsticks/median.ts'

/** A request as it is sent. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** Sends one request and returns the answer's body. */
export type Send = (sent: Sent) => Promise<string>

/** What is measured: one request, or several of which later ones need the answers of earlier ones. */
export type Asked = Sent | ((send: Send) => Promise<string>)

/**
 * Sends requests over several connections at once, and over each connection one request after another. Returns the bodies of the answers.
 */
export const sendAll = async (
  port: number,
  asked: readonly Asked[],
  concurrency: number,
): Promise<readonly string[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const bodies: string[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let place = next++; place < asked.length; place = next++) bodies[place] = await ask(agent, port, asked[place]!)
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, lane))
    return bodies
  } finally {
    agent.destroy()
  }
}

/** The median of the milliseconds until an answer, if requests are sent one after another. */
export const timeAlone = async (port: number, asked: readonly Asked[]): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const times: number[] = []
    for (const each of asked) {
      const began = performance.now()
      await ask(agent, port, each)
      times.push(performance.now() - began)
    }
    return median(times)
  } finally {
    agent.destroy()
  }
}

const ask = (agent: Agent, port: number, asked: Asked): Promise<string> =>
  typeof asked === 'function' ? asked((sent) => sendOne(agent, port, sent)) : sendOne(agent, port, asked)

const sendOne = (agent: Agent, port: number, { method, path, headers = {}, body }: Sent): Promise<string> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const type =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...type } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const answered = Buffer.concat(chunks).toString('latin1')
          if (answer.statusCode === 200) resolve(answered)
          else reject(new Error(`${method} ${path} was answered ${answer.statusCode}: ${answered}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
