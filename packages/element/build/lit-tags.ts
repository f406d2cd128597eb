// The chunks of later views only make templates, they never render them: these are lit-html's tags without it. Copies of it
// understand each other's template results by design; a test holds these against the real ones.
const tag =
  (type: 1 | 2) =>
  (strings: TemplateStringsArray, ...values: readonly unknown[]) => ({ _$litType$: type, strings, values })

/** lit-html's `html`. */
export const html = tag(1)
/** lit-html's `svg`. */
export const svg = tag(2)
/** lit-html's `nothing`. */
export const nothing = Symbol.for('lit-nothing')
