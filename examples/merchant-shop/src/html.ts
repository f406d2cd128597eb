/** HTML markup, unlike text, which still has to be escaped. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/** Markup from a template. Every value in it is escaped unless it is markup itself, so a visitor's input is never run as code. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: strings.map((text, index) => text + (index < parts.length ? write(parts[index]) : '')).join(''),
})

const write = (part: Part): string => {
  if (part === false || part === null || part === undefined) return ''
  if (Array.isArray(part)) return part.map(write).join('')
  if (typeof part === 'object') return (part as Html).markup
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
