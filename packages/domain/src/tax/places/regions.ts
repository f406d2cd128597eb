import { iso31662 } from 'iso-3166'
import { regionNames } from './region-names.ts'
import { territories } from './territories.ts'

/** A part of a country that has a code: a state, a province, or a territory with a tax of its own. */
export interface Region {
  /** The code without its country, such as `CA`. If ISO 3166-2 lacks the territory, the code is our own id, such as `HELGOLAND`. */
  readonly code: string
  /** The region's local name. */
  readonly name: string
  /** The code of the larger region that contains this one; null if there is none. */
  readonly parent: string | null
}

/**
 * The code of the region that a text names, either by its code (with or without the country) or by one of its names; null if the country
 * has no such region.
 */
export const regionCodeOf = (country: string, text: string): string | null =>
  indexOf(country).names.get(keyOf(text)) ?? null

/** Whether `code` is the region `ancestor` or lies within it. */
export const isRegionWithin = (country: string, code: string, ancestor: string): boolean => {
  for (let at: string | null = code; at !== null; at = indexOf(country).codes.get(at)?.parent ?? null)
    if (at === ancestor) return true
  return false
}

/**
 * The regions of a country that a shopper can choose: the smallest regions, sorted by name. Leaves out territories that have a country code
 * of their own or that ISO 3166-2 lacks.
 */
export const regionsToChoose = (country: string): readonly Region[] => {
  const { codes } = indexOf(country)
  const parents = new Set([...codes.values()].map(({ parent }) => parent))
  return [...codes.values()]
    .filter(({ code }) => !parents.has(code) && !isTerritory(country, code))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Whether a region has a country code of its own, or is a territory that ISO 3166-2 lacks. */
const isTerritory = (country: string, code: string): boolean =>
  territories.some(
    ({ of, region, regions }) =>
      of === country && (regions.includes(code) || (region === code && !isListed(country, code))),
  )

interface RegionIndex {
  readonly codes: ReadonlyMap<string, Region>
  readonly names: ReadonlyMap<string, string>
}

const indexes = new Map<string, RegionIndex>()

const indexOf = (country: string): RegionIndex => {
  const known = indexes.get(country)
  if (known !== undefined) return known
  const index = makeIndex(country)
  indexes.set(country, index)
  return index
}

const listed = Map.groupBy(iso31662, ({ code }) => code.slice(0, 2))

const isListed = (country: string, code: string): boolean =>
  (listed.get(country) ?? []).some((entry) => entry.code === `${country}-${code}`)

const makeIndex = (country: string): RegionIndex => {
  const codes = new Map<string, Region>()
  for (const { code, name, parent } of listed.get(country) ?? []) {
    const bare = code.slice(3)
    codes.set(bare, { code: bare, name: readableName(name), parent: parent === country ? null : parent.slice(3) })
  }
  const own = ownNames(country)
  for (const [code, [name = code]] of own) if (!codes.has(code)) codes.set(code, { code, name, parent: null })
  for (const { of, region, name, within } of territories)
    if (of === country && region !== null && !codes.has(region))
      codes.set(region, { code: region, name, parent: within })

  const names = new Map<string, string>()
  const add = (name: string, code: string) => {
    const key = keyOf(name)
    if (key !== '' && !names.has(key)) names.set(key, code)
  }
  for (const code of codes.keys()) add(code, code)
  for (const code of codes.keys()) add(`${country}-${code}`, code)
  for (const [code, others] of own) for (const name of others) add(name, code)
  for (const { of, region, names: others } of territories)
    if (of === country && region !== null) for (const name of others) add(name, region)
  // If a region and the larger region around it have the same name, the name means the larger region, also in a tax registration.
  const entries = (listed.get(country) ?? []).toSorted(
    (one, other) => Number(one.parent !== country) - Number(other.parent !== country),
  )
  for (const { code, name } of entries) add(name, code.slice(3))
  for (const { code, name } of entries) for (const variant of variantsOf(name)) add(variant, code.slice(3))
  return { codes, names }
}

/** A country's names from `regionNames`, by region code. */
const ownNames = (country: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    (regionNames[country] ?? '')
      .split(';')
      .filter((entry) => entry.trim() !== '')
      .map((entry) => {
        const [code = '', names = ''] = entry.split(': ')
        return [code.trim(), names.split(',').map((name) => name.trim())] as const
      }),
  )

/**
 * Spellings of an ISO name such as `Asturias, Principado de`, without brackets: the text before the comma, and the whole name with the text
 * after the comma in front. If that text cannot stand in front, it is a spelling by itself.
 */
const variantsOf = (name: string): readonly string[] => {
  const plain = name.replace(/\s*\(.*\)$/, '')
  const [head = '', tail] = plain.split(', ')
  if (tail === undefined) return [plain]
  return belongsInFront(tail) ? [head, `${tail} ${head}`] : [head, tail]
}

/** Whether the text after the comma of an ISO name is written in front of the name, such as `Principado de`. */
const belongsInFront = (tail: string): boolean => /(^|\s)(de|of|del|do|da)$/iu.test(tail)

const readableName = (name: string): string => {
  const [head = '', tail] = name.split(', ')
  return tail !== undefined && belongsInFront(tail) ? `${tail} ${head}` : name
}

/** A name without case, accents, spaces and punctuation, as a key for comparison. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
