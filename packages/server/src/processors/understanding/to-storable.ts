/** How many UTF-16 units of a processor's text are stored at most. */
const textLengthMax = 4000
const membersMax = 100
const depthMax = 8

/** Makes a text storable in every database: well-formed Unicode without NUL, at most `lengthMax` UTF-16 units long. */
export const toStorableText = (text: string, lengthMax: number = textLengthMax): string =>
  text.slice(0, lengthMax).toWellFormed().replaceAll('\0', '\uFFFD')

/**
 * Makes any answer of a processor storable in every database: texts become well-formed and bounded, lists and objects become bounded in
 * size and depth, and values that JSON cannot express become null.
 */
export const toStorable = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean' || value === undefined) return value
  if (typeof value !== 'object' || value === null || depth === depthMax) return null
  if (Array.isArray(value)) return value.slice(0, membersMax).map((member) => toStorable(member, depth + 1) ?? null)
  const members = Object.entries(value).slice(0, membersMax)
  return Object.fromEntries(members.map(([name, member]) => [toStorableText(name, 200), toStorable(member, depth + 1)]))
}
