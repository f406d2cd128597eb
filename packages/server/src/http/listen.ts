import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Express } from 'express'
import { StartProblem } from '../config/start-problem.ts'

/** A server that accepts requests. */
export interface ListeningServer {
  /** The server's URL for a browser on this machine. */
  readonly url: string
  /**
   * Keeps serving for some seconds, with `Connection: close` in every answer, so that a proxy's next health check takes the server out of
   * rotation before its port closes. After SIGINT, and in a worker, this is not called.
   */
  drain(seconds: number): Promise<void>
  /** Accepts no new connections, and resolves once every request is answered, after 25 seconds at the latest. */
  stop(): Promise<void>
}

/** Listens for HTTP. Throws a StartProblem if the address is not available. */
export const listen = async (app: Express, host: string, port: number): Promise<ListeningServer> => {
  const unanswered = new Set<ServerResponse>()
  let isEnding = false
  const server = createServer({ connectionsCheckingInterval: timeoutCheckMillis }, (request, response) => {
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    if (isEnding) setConnectionClose(response)
    app(request, response)
  })
  const idle = trackIdle(server)
  // A caller that takes longer to send its headers, or its whole request, probably only wants to occupy the connection.
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  // Longer than the idle time-out of common load balancers, so that the server never closes a connection which a load balancer is about to
  // use.
  server.keepAliveTimeout = 65_000
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw problemOf(error as NodeJS.ErrnoException, host, port)
  }
  const beginEnd = () => {
    isEnding = true
    unanswered.forEach(setConnectionClose)
  }
  return {
    url: `http://${nameOf(host)}:${(server.address() as AddressInfo).port}`,
    drain: async (seconds) => {
      beginEnd()
      await wait(seconds * 1000)
    },
    stop: () => {
      beginEnd()
      return stop(server, idle)
    },
  }
}

/** Without this header, a client would keep the connection and send its next request to a closed port. */
const setConnectionClose = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** By default Node checks time-outs twice a minute, so a time-out of ten seconds could take forty. */
const timeoutCheckMillis = 1000

const problemOf = (error: NodeJS.ErrnoException, host: string, port: number): Error => {
  const sentence = sentences[error.code ?? '']
  return sentence === undefined ? error : new StartProblem(sentence(host, port), { cause: error })
}

const sentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Port ${port} of ${host} is in use: stop what listens there, or name another PORT.`,
  EACCES: (host, port) => `Port ${port} of ${host} may not be used by this account: name a PORT above 1023.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}: name another HOST.`,
  ENOTFOUND: (host) => `There is no host ${host}: name another HOST.`,
}

/** The host name for a browser on this machine; `localhost` also reaches a server that listens on all addresses. */
const nameOf = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host

/**
 * Tracks the connections without a request in progress, and the time in milliseconds from which each may be closed. Node's own list leaves
 * out connections that have never carried a request, and browsers open those in advance.
 */
const trackIdle = (server: Server): ReadonlyMap<Socket, number> => {
  const idle = new Map<Socket, number>()
  server.on('connection', (socket) => {
    // A new connection is kept for a second, because a proxy opens it for a request that it sends right away.
    idle.set(socket, Date.now() + newConnectionMillis)
    socket.once('close', () => idle.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => socket.destroyed || idle.set(socket, 0))
  })
  return idle
}

const newConnectionMillis = 1000
const stopMillisMax = 25_000
const idleCheckMillis = 50

const stop = (server: Server, idle: ReadonlyMap<Socket, number>): Promise<void> =>
  new Promise((resolve) => {
    const closeIdle = () => {
      for (const [socket, from] of idle) if (from <= Date.now()) socket.destroy()
    }
    // Repeated, because a kept-alive connection becomes idle only after its last answer.
    const again = setInterval(closeIdle, idleCheckMillis)
    const closeAll = setTimeout(() => server.closeAllConnections(), stopMillisMax)
    const closePort = () =>
      server.close(() => {
        clearInterval(again)
        clearTimeout(closeAll)
        resolve()
      })
    closeIdle()
    afterQueueIsEmpty(server, closePort)
  })

/**
 * Calls back after a turn of the event loop in which no connection was accepted, or after a hundred turns. When a port closes, Linux resets
 * the connections in its queue, so a request that a proxy has sent over such a connection is lost.
 */
const afterQueueIsEmpty = (server: Server, callBack: () => void): void => {
  let hasAccepted = false
  const accepted = () => {
    hasAccepted = true
  }
  let turnsLeft = 100
  const look = () => {
    if (hasAccepted && turnsLeft-- > 0) {
      hasAccepted = false
      setImmediate(look)
      return
    }
    server.off('connection', accepted)
    callBack()
  }
  server.on('connection', accepted)
  setImmediate(look)
}
