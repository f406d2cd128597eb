/** A code block on a page, found by its language and a text in it. */
export const blockOn = (page: string, language: string, text: string): string => {
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code!)
  const block = blocks.find((code) => code.includes(text))
  if (block === undefined) throw new Error(`The page has no ${language} block with "${text}".`)
  return block
}

/** The cells of the rows whose first cell is a name in backticks, in the section with this title. */
export const rowsOn = (page: string, title: string): readonly (readonly string[])[] => {
  const [, section = ''] = page.split(`\n## ${title}\n`)
  const rows = section.split('\n## ')[0]!.matchAll(/^\| `\w+` .*\|$/gm)
  return [...rows].map(([row]) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** Runs code from a page, which may use `await`, with the names that it needs. */
export const runCode = (code: string, names: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const parameters = Object.keys(names).join(', ')
  // Code on pages has no types, so it runs unchanged.
  const asynchronous = new Function(parameters, `return (async () => {\n${code}\n})()`) as (
    ...values: readonly unknown[]
  ) => Promise<unknown>
  return asynchronous(...Object.values(names))
}
