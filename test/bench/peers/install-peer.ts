import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/peers/', import.meta.url))

/** Installs packages at exact versions into a separate folder, which is reused next time. Returns the folder. */
export const installPeer = async (name: string, packages: readonly string[]): Promise<string> => {
  const folder = `${cache}${name}`
  if (existsSync(folder)) return folder
  console.log(`Installing ${packages.join(', ')} into ${folder} …`)
  const half = `${folder}.half`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  writeFileSync(`${half}/package.json`, '{ "private": true }')
  const options = ['--save-exact', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  try {
    await promisify(execFile)('npm', ['install', ...options, ...packages], {
      cwd: half,
      shell: process.platform === 'win32',
    })
  } catch (error) {
    throw new Error(`npm cannot install ${packages.join(', ')}; it needs a registry and a gigabyte of disk.`, {
      cause: error,
    })
  }
  renameSync(half, folder)
  return folder
}
