import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Collects the third-party packages inside the built files, whose licenses we must distribute. */
export interface LicenceCollector {
  readonly plugin: Plugin
  /** Name, version and license of each package found so far. */
  text(): string
}

/** Creates one collector for all builds of a package. */
export const collectLicences = (): LicenceCollector => {
  const folders = new Set<string>()
  return {
    plugin: {
      name: 'collect-licences',
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle))
          for (const [id, { renderedLength }] of Object.entries(file.type === 'chunk' ? file.modules : {})) {
            const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0]
            if (folder !== undefined && renderedLength > 0) folders.add(folder)
          }
      },
    },
    text: () => [...folders].map(licenceOf).toSorted().join('\n'),
  }
}

const licenceOf = (folder: string): string => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
  }
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each))
  if (file === undefined) throw new Error(`${name} has no file with its licence.`)
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
