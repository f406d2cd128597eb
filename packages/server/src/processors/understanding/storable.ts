/** The largest length of a processor's text that is stored. */
const textLengthMax = 4000
const membersMax = 100
const depthMax = 8

/** Text that every database can store: well-formed Unicode without NUL, no longer than so many UTF-16 units. */
export const storableText = (text: string, lengthMax: number = textLengthMax): string =>
  text.slice(0, lengthMax).toWellFormed().replaceAll('\0', '\uFFFD')

/**
 * An answer of a processor as every database can store it, however absurd: text made well-formed and bounded, lists and
 * objects bounded in members and depth, and null for whatever JSON cannot say.
 */
export const storable = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean' || value === undefined) return value
  if (typeof value !== 'object' || value === null || depth === depthMax) return null
  if (Array.isArray(value)) return value.slice(0, membersMax).map((member) => storable(member, depth + 1) ?? null)
  const members = Object.entries(value).slice(0, membersMax)
  return Object.fromEntries(members.map(([name, member]) => [storableText(name, 200), storable(member, depth + 1)]))
}
