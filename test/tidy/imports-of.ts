import { parse, type Source } from './sources.ts'

/** One import or re-export of a source. */
export interface Import {
  readonly from: string
  readonly onlyTypes: boolean
  readonly offset: number
}

/** Every import and re-export of a source, including dynamic imports. */
export const importsOf = (source: Source): readonly Import[] => {
  const { staticImports, staticExports, dynamicImports } = parse(source).module
  const statics = staticImports.map(({ moduleRequest, entries, start }) => ({
    from: moduleRequest.value,
    onlyTypes: entries.length > 0 && entries.every(({ isType }) => isType),
    offset: start,
  }))
  const reexports = staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ from: moduleRequest.value, onlyTypes: isType, offset: start }],
    ),
  )
  const dynamics = dynamicImports.map(({ moduleRequest, start }) => ({
    from: source.text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    onlyTypes: false,
    offset: start,
  }))
  return [...statics, ...reexports, ...dynamics]
}
