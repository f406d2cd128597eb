import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** A proxy with an example file in `examples/operations`. */
export interface ProxyProgram {
  readonly name: string
  /** The file in `examples/operations`. */
  readonly file: string
  /** Adapts the example file to this machine: plain HTTP on one port, and the servers on their ports. */
  adapt(text: string, ports: ProxyPorts, folder: string): string
  argumentsFor(file: string): readonly string[]
}

/** The ports of a proxy and of its two servers. */
export interface ProxyPorts {
  readonly own: number
  readonly servers: readonly [number, number]
}

const withServers = (text: string, { servers }: ProxyPorts): string =>
  text.replaceAll(':4242', `:${servers[0]}`).replaceAll(':4243', `:${servers[1]}`)

/** The proxies with an example file. Debian's packages are named like the programs, except that nginx's small one is `nginx-light`. */
export const proxyPrograms = [
  {
    name: 'caddy',
    file: 'Caddyfile',
    adapt: (text, ports) =>
      withServers(text, ports)
        .replace('pay.example, cards.pay.example {', `http://127.0.0.1:${ports.own} {`)
        .replace('{\n', '{\n\tauto_https off\n'),
    argumentsFor: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'nginx',
    file: 'nginx.conf',
    adapt: (text, ports, folder) =>
      [
        `daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}`,
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`),
        'access_log off;',
        withServers(text, ports)
          .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.own};`)
          .replaceAll(/\tssl_certificate.*\n/g, ''),
      ]
        .join('\n')
        .replace('events {}', 'events {} http {')
        .concat('}\n'),
    argumentsFor: (file) => ['-c', file],
  },
  {
    name: 'haproxy',
    file: 'haproxy.cfg',
    adapt: (text, ports) => withServers(text, ports).replace(/bind :443 .*/, `bind 127.0.0.1:${ports.own}`),
    argumentsFor: (file) => ['-db', '-f', file],
  },
] as const satisfies readonly ProxyProgram[]

/** The path of a program, even one that only root has on PATH; null if it is not installed. */
export const findProgram = (name: string): string | null => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** The message if the tests behind the documented proxy do not run. */
export const proxyMissing =
  'The tests of a planned restart behind Caddy did not run: Caddy is not installed (Debian: apt-get install caddy).'

/** A running proxy. */
export interface RunningProxy {
  readonly url: string
  stop(): Promise<void>
}

/** Runs a proxy with its documented file. Throws with its output if it does not start to listen. */
export const startProxy = async (
  program: ProxyProgram,
  servers: ProxyPorts['servers'],
  folder: string,
): Promise<RunningProxy> => {
  const own = await freePort()
  const documented = new URL(`../../../examples/operations/${program.file}`, import.meta.url)
  const text = program.adapt(readFileSync(fileURLToPath(documented), 'utf8'), { own, servers }, folder)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, program.file)
  writeFileSync(file, text)
  const child = spawn(findProgram(program.name)!, program.argumentsFor(file), {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'exit')
  while (!(await listens(own))) {
    if (isOver(child)) throw new Error(`${program.name} ended: ${said}`)
    await wait(50)
  }
  return {
    url: `http://127.0.0.1:${own}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
