/** What a lock file has of a package, as far as it is read here. */
export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  /** A workspace: `resolved` is then its folder. */
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly [member: string]: unknown
}

/** The packages of a lock file, by their paths. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** Members of a lock file's entry that say how the repository uses the package, or its address. */
const ofRepository = new Set(['dev', 'devOptional', 'peer', 'resolved', 'link', 'devDependencies'])

/**
 * The `npm-shrinkwrap.json` of a published package: each package that it needs in production, in the version and with the integrity of the
 * repository's lock file. `folder` is the package's folder in `locked`, and `ours` has the published entry of each workspace that may be
 * needed, by its folder. Without addresses npm uses the operator's registry. npm follows a shrinkwrap only from a registry: publish
 * tarballs that were packed together.
 */
export const shrinkwrapOf = (
  manifest: LockedPackage & { readonly name: string; readonly version: string },
  folder: string,
  locked: LockedPackages,
  ours: LockedPackages,
): object => {
  const packages: Record<string, LockedPackage> = { '': withoutUse(manifest) }
  /** Where in the lock file the package at each path of the new one comes from. */
  const sources: Record<string, string> = { '': folder }
  const queue = ['']
  for (const path of queue)
    for (const name of neededBy(packages[path]!)) {
      const source = folderOf(locked, sources[path]!, name)
      if (source === null || sourceOf(sources, path, name) === source) continue
      const top = `node_modules/${name}`
      const target = top in sources ? `${path}/${top}` : top
      sources[target] = source
      packages[target] = withoutUse(ours[source] ?? locked[source]!)
      queue.push(target)
    }
  const { name, version } = manifest
  const sorted = Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { name, version, lockfileVersion: 3, requires: true, packages: Object.fromEntries(sorted) }
}

const withoutUse = (entry: LockedPackage): LockedPackage =>
  Object.fromEntries(Object.entries(entry).filter(([member]) => !ofRepository.has(member)))

const neededBy = ({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): readonly string[] => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
]

/**
 * The path at which `name` is found from `path`, as Node looks for it; null if the lock file does not have it, as with what is not
 * installed here.
 */
const folderOf = (locked: LockedPackages, path: string, name: string): string | null => {
  const found = placesFrom(path, name).find((place) => place in locked)
  if (found === undefined) return null
  return (locked[found]?.link ? locked[found].resolved : found) ?? null
}

const sourceOf = (sources: Readonly<Record<string, string>>, path: string, name: string): string | undefined =>
  sources[placesFrom(path, name).find((place) => place in sources) ?? 'none']

/** Where Node looks for `name` from `path`, the nearest place first. */
const placesFrom = (path: string, name: string): readonly string[] => {
  const places: string[] = []
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))))
    places.push(`${folder}/node_modules/${name}`)
  return [...places, `node_modules/${name}`]
}
