import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Installs one of our packages into a new folder as from a registry, because npm follows a package's shrinkwrap only if a registry says
 * that the package has one. Our packages come from a local registry, all others from npm's own. Returns the folder.
 */
export const installFromRegistry = async (tarballs: ReadonlyMap<string, string>, name: string): Promise<string> => {
  const server = createServer(({ url = '' }, response) => {
    const asked = /^\/@billing-checkout\/(?<name>\w+)/.exec(decodeURIComponent(url))?.groups?.['name'] ?? ''
    const tarball = tarballs.get(asked)
    if (tarball === undefined) response.writeHead(404).end()
    else if (url.endsWith('.tgz')) response.end(readFileSync(tarball))
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(describe(tarball, address + url)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'from-registry-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const options = ['--no-audit', '--no-fund', '--prefer-offline', `--@billing-checkout:registry=${address}/`]
  await promisify(execFile)('npm', ['install', ...options, `@billing-checkout/${name}`], { cwd: folder })
  server.close()
  server.closeAllConnections()
  return folder
}

/** A registry's answer for a package with one version. */
const describe = (tarball: string, address: string): object => {
  const read = (...args: readonly string[]) => execFileSync('tar', args, { encoding: 'utf8' })
  const manifest = JSON.parse(read('-xzOf', tarball, 'package/package.json')) as Record<'name' | 'version', string>
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  const version = {
    ...manifest,
    _hasShrinkwrap: read('-tzf', tarball).includes('package/npm-shrinkwrap.json'),
    dist: { tarball: `${address}/-/${manifest.version}.tgz`, integrity },
  }
  return { name: manifest.name, 'dist-tags': { latest: version.version }, versions: { [version.version]: version } }
}

/**
 * The versions that the shrinkwrap of a package in `folder` names, and those that were installed below it, each by its path. Optional
 * packages that are not installed, because they are built for other machines, are left out.
 */
export const readVersions = (folder: string): Readonly<Record<'pinned' | 'installed', Record<string, string>>> => {
  const read = <Content>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Content
  const { packages } = read<{ packages: Record<string, Pinned> }>('npm-shrinkwrap.json')
  const isHere = (path: string) => !packages[path]!.optional || existsSync(join(folder, path))
  const paths = Object.keys(packages).filter((path) => path !== '' && isHere(path))
  const versionsBy = (versionOf: (path: string) => string) =>
    Object.fromEntries(paths.map((path) => [path, versionOf(path)]))
  return {
    pinned: versionsBy((path) => packages[path]!.version),
    installed: versionsBy((path) => read<{ version: string }>(`${path}/package.json`).version),
  }
}

interface Pinned {
  readonly version: string
  readonly optional?: boolean
}
