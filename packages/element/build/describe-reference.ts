import type { ElementDescription, ElementManifest, MemberDescription, Named } from './custom-elements-manifest.ts'

/** The reference in an element's README: tables and lists from `custom-elements.json`. */
export const describeReference = (manifest: ElementManifest, tagName: string): string => {
  const [declared, ...events] = manifest.modules.find(({ declarations }) =>
    declarations?.some((one) => 'tagName' in one && one.tagName === tagName),
  )!.declarations!
  const element = declared as ElementDescription
  const carriedBy = (type: string) => events.find(({ name }) => name === type)?.members ?? []
  return [
    table('Attribute', ['Property', 'Type'], element.attributes, ({ fieldName, type }) => [fieldName, type.text]),
    table('Property', ['Type'], element.members.filter(isOnlyProperty), typesOf),
    table('Method', ['Takes'], element.members.filter(isMethod), ({ parameters }) => [
      parameters.map(({ name, type }) => `${name}: ${type.text}`).join(', '),
    ]),
    table('Event', ['Carries'], element.events, ({ type }) => [
      carriedBy(type.text)
        .map(({ name }) => name)
        .join(', '),
    ]),
    list('Slots', element.slots),
    list('States, as `:state(ready)`', element.cssStates),
    list('Parts, as `::part(button)`', element.cssParts),
    // The checkout's reference lists the custom properties for both elements, because the portal has the same.
    ...(tagName === 'billing-checkout'
      ? [
          list(
            'Custom properties, with their defaults',
            element.cssProperties,
            ({ default: value }) => ` (\`${value}\`)`,
          ),
        ]
      : []),
  ].join('\n\n')
}

/** A Markdown table: names first, descriptions last, and between them the cells as code. An empty cell stays empty. */
const table = <Row extends Named>(
  title: string,
  columns: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
): string => {
  const lines = rows.map((row) => [...[row.name, ...cellsOf(row)].map(code), inCell(row.description)])
  const head = [title, ...columns, 'What it is']
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A Markdown list: each name, the result of `detailOf`, and the description. */
const list = <Item extends Named>(
  title: string,
  items: readonly Item[],
  detailOf: (item: Item) => string = () => '',
): string =>
  [
    `**${title}:**`,
    '',
    ...items.map((item) => `- \`${item.name}\`${detailOf(item)}: ${item.description.replaceAll('\n', ' ')}`),
  ].join('\n')

const isMethod = (member: MemberDescription) => member.kind === 'method'
const isOnlyProperty = (member: MemberDescription) => member.kind === 'field' && member.attribute === undefined
const typesOf = (member: MemberDescription) => (member.kind === 'field' ? [member.type.text] : [])

const code = (text: string): string => (text === '' ? '' : `\`${inCell(text)}\``)
const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
