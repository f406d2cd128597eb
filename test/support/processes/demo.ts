import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../../examples/merchant-shop/src/start.ts', import.meta.url))

/** The demonstration as `npm start` runs it: the shop and the billing server, together in a separate process. */
export interface Demo {
  readonly shopUrl: string
  readonly billingUrl: string
  readonly organizationId: string
  readonly apiKey: string
  /** What `npm start` prints until everything runs. */
  readonly printed: string
  /** Sends a GET request to the billing server with the shop's key. */
  ask(path: string): Promise<{ readonly data: readonly Record<string, never>[] }>
  /** Stops the demonstration like Ctrl-C. Returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the demonstration in a data folder, on free ports, with `settings` added to its environment. In a new folder, the shop begins
 * empty unless `options` contains `--year`.
 */
export const startDemo = async (
  dataDir: string,
  settings: NodeJS.ProcessEnv = {},
  options: readonly string[] = [],
): Promise<Demo> => {
  const child = spawn(process.execPath, [script, ...options], {
    env: {
      ...process.env,
      ...settings,
      MODE: 'sandbox',
      DATA_DIR: dataDir,
      PORT: '0',
      SHOP_PORT: '0',
      RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = await announced(child)
  const find = (pattern: RegExp) => pattern.exec(printed)![1]!
  const billingUrl = find(/Billing server\s+(\S+)/)
  const apiKey = find(/API key\s+(\S+)/)
  return {
    shopUrl: find(/Open the demo shop\s+(\S+)/),
    billingUrl,
    organizationId: find(/Organization\s+(\S+)/),
    apiKey,
    printed,
    ask: async (path) =>
      (await (await fetch(`${billingUrl}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } })).json()) as never,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill('SIGTERM')
      await once(child, 'exit')
      return child.exitCode
    },
  }
}

const announced = async (child: ChildProcess): Promise<string> => {
  let printed = ''
  let complaints = ''
  child.stderr!.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  for await (const chunk of child.stdout!) {
    printed += String(chunk)
    if (printed.includes('Stop with Ctrl-C')) return printed
  }
  throw new Error(`The demonstration did not start: ${printed}${complaints}`)
}
