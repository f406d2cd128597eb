import type { Plugin } from 'vite'

/** Code of Lit that is removed, and what replaces it. */
const cuts: readonly (readonly [RegExp, string])[] = [
  // Lit announcing its versions, and its checks for polyfills and server rendering, which the script does not support.
  [/[\w$]+\.litElementHydrateSupport\?\.\(\{LitElement:[\w$]+\}\)/g, 'void 0'],
  [/[\w$]+\?\.\(\{(ReactiveElement|LitElement):[\w$]+\}\)/g, 'void 0'],
  [/[\w$]+\?\.\([\w$]+,[\w$]+\)(?=,\([\w$]+\.litHtmlVersions)/g, 'void 0'],
  [/\([\w$]+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g, 'void 0'],
  [/[\w$]+\.\w+PolyfillSupport\b/g, 'void 0'],
  // Properties from decorators: the element declares its own in `static properties`.
  [/Symbol\.metadata\?\?=Symbol\("metadata"\),[\w$]+\.litPropertyMetadata\?\?=new WeakMap/g, 'void 0'],
  [
    /const [\w$]+=this\[Symbol\.metadata\];if\(null!==[\w$]+\)\{const [\w$]+=litPropertyMetadata\.get\([\w$]+\);if\(void 0!==[\w$]+\)for\(const\[[\w$]+,[\w$]+\]of [\w$]+\)this\.elementProperties\.set\([\w$]+,[\w$]+\)\}/g,
    '',
  ],
  // Bindings on an element itself, and bindings inside script, style, textarea and title. Our templates contain neither.
  [
    /else [\w$]+\.startsWith\([\w$]+\)&&\([\w$]+\.push\(\{type:6,index:[\w$]+\}\),[\w$]+\.removeAttribute\([\w$]+\)\)/g,
    '',
  ],
  [/:6===([\w$]+)\.type&&\([\w$]+=new [\w$]+\([\w$]+,this,[\w$]+\)\)/g, ':0'],
  [/;if\([\w$]+\.test\(([\w$]+)\.tagName\)\)\{const .{0,250}?\}\}(?=\}else if\(8===\1\.nodeType\))/g, ''],
  // Attribute converters, arrays of styles, and controllers: both elements only have text attributes and one style
  // sheet.
  [/\{toAttribute\([\w$]+,[\w$]+\)\{switch.{0,350}?\}return [\w$]+\}\}/g, '0'],
  [
    /const ([\w$]+)=\(void 0!==[\w$]+\.converter\?\.toAttribute\?.{0,60}?\.toAttribute\(([\w$]+),[\w$]+\.type\)/g,
    'const $1=$2',
  ],
  [
    /const [\w$]+=[\w$]+\.getPropertyOptions\([\w$]+\),[\w$]+="function".{0,150}?;this\._\$Em=([\w$]+);const [\w$]+=[\w$]+\.fromAttribute\(([\w$]+),[\w$]+\.type\);this\[[\w$]+\]=.{0,60}?,this\._\$Em=null/g,
    'this._$Em=$1,this[$1]=$2,this._$Em=null',
  ],
  [/if\(Array\.isArray\([\w$]+\)\)\{const [\w$]+=new Set\(.{0,120}?\}else (?=void 0!==)/g, 'if(1)'],
  [/addController\(.{0,130}?\}removeController\([\w$]+\)\{this\._\$EO\?\.delete\([\w$]+\)\}/g, ''],
  [/this\._\$EO\?\.forEach\(\(?[\w$]+\)?=>[\w$]+\.host\w+\?\.\(\)\)/g, 'void 0'],
  [/static addInitializer\([\w$]+\)\{.{0,60}?\}(?=static get observedAttributes)/g, ''],
  [/,this\.constructor\.l\?\.forEach\(\(?[\w$]+\)?=>[\w$]+\(this\)\)/g, ''],
  [/,void 0!==[\w$]+\.l&&\(this\.l=\[\.\.\.[\w$]+\.l\]\)/g, ''],
  // Precompiled templates, which we do not use.
  [/\(void 0===([\w$]+)\.el&&\(\1\.el=.{0,60}?\)\),\1\)(?=;if\(this\._\$AH)/g, '$1'],
]

/** A plugin that removes features of Lit that the element does not use, which saves 2 % of the script. */
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
    if (
      /Versions|Support\?|etadata|type:6,|\.tagName\)\)|\.h\[0\]|toAttribute|fromAttribute|isArray\(s|host\w+\?\.|\.l\b/.test(
        without,
      )
    )
      throw new Error(`What the script leaves out of ${id} is no longer known.`)
    return { code: without, map: null }
  },
})
