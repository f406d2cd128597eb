import type { Plugin } from 'vite'

/** What is left out of Lit, and what stands in its place. */
const cuts: readonly (readonly [RegExp, string])[] = [
  // Where Lit tells a page its versions, and asks for polyfills and for a server's rendering, none of which the script is for.
  [/[\w$]+\.litElementHydrateSupport\?\.\(\{LitElement:[\w$]+\}\)/g, 'void 0'],
  [/[\w$]+\?\.\(\{(ReactiveElement|LitElement):[\w$]+\}\)/g, 'void 0'],
  [/[\w$]+\?\.\([\w$]+,[\w$]+\)(?=,\([\w$]+\.litHtmlVersions)/g, 'void 0'],
  [/\([\w$]+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g, 'void 0'],
  [/[\w$]+\.\w+PolyfillSupport\b/g, 'void 0'],
  // Properties that decorators declare: the element declares its own in `static properties`.
  [/Symbol\.metadata\?\?=Symbol\("metadata"\),[\w$]+\.litPropertyMetadata\?\?=new WeakMap/g, 'void 0'],
  [
    /const [\w$]+=this\[Symbol\.metadata\];if\(null!==[\w$]+\)\{const [\w$]+=litPropertyMetadata\.get\([\w$]+\);if\(void 0!==[\w$]+\)for\(const\[[\w$]+,[\w$]+\]of [\w$]+\)this\.elementProperties\.set\([\w$]+,[\w$]+\)\}/g,
    '',
  ],
  // Bindings that are a tag's whole attributes, and those inside script, style, textarea and title: no template has one.
  [
    /else [\w$]+\.startsWith\([\w$]+\)&&\([\w$]+\.push\(\{type:6,index:[\w$]+\}\),[\w$]+\.removeAttribute\([\w$]+\)\)/g,
    '',
  ],
  [/:6===([\w$]+)\.type&&\([\w$]+=new [\w$]+\([\w$]+,this,[\w$]+\)\)/g, ':0'],
  [/;if\([\w$]+\.test\(([\w$]+)\.tagName\)\)\{const .{0,250}?\}\}(?=\}else if\(8===\1\.nodeType\))/g, ''],
  // Templates that were compiled ahead.
  [/\(void 0===([\w$]+)\.el&&\(\1\.el=.{0,60}?\)\),\1\)(?=;if\(this\._\$AH)/g, '$1'],
]

/** A plugin that leaves out of the script what Lit has for other users than the element, as 2 % of it. */
export const leaveOutHooks = (): Plugin => ({
  name: 'leave-out-hooks',
  enforce: 'pre',
  transform(code, id) {
    if (
      !/node_modules\/(lit-html\/(node\/)?lit-html|lit-element\/lit-element|@lit\/reactive-element\/(node\/)?reactive-element)\.js$/.test(
        id,
      )
    )
      return null
    const without = cuts.reduce((text, [cut, instead]) => text.replaceAll(cut, instead), code)
    if (/Versions|Support\?|etadata|type:6,|\.tagName\)\)|\.h\[0\]/.test(without))
      throw new Error(`What the script leaves out of ${id} is no longer known.`)
    return { code: without, map: null }
  },
})
