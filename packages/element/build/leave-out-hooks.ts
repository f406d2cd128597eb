import type { Plugin } from 'vite'

/** Where Lit tells a page its versions, and asks for polyfills and for a server's rendering, none of which the script is for. */
const hooks = [
  /[\w$]+\.litElementHydrateSupport\?\.\(\{LitElement:[\w$]+\}\)/g,
  /[\w$]+\?\.\(\{(ReactiveElement|LitElement):[\w$]+\}\)/g,
  /[\w$]+\?\.\([\w$]+,[\w$]+\)(?=,\([\w$]+\.litHtmlVersions)/g,
  /\([\w$]+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g,
  /[\w$]+\.\w+PolyfillSupport\b/g,
]

/** A plugin that leaves Lit's hooks for others out of the script, as 1 % of it. */
export const leaveOutHooks = (): Plugin => ({
  name: 'leave-out-hooks',
  enforce: 'pre',
  transform(code, id) {
    if (
      !/node_modules\/(lit-html\/lit-html|lit-element\/lit-element|@lit\/reactive-element\/reactive-element)\.js$/.test(
        id,
      )
    )
      return null
    const without = hooks.reduce((text, hook) => text.replaceAll(hook, 'void 0'), code)
    if (/Versions|Support\?/.test(without)) throw new Error(`The hooks of ${id} are no longer known.`)
    return { code: without, map: null }
  },
})
