import { html, nothing, svg } from 'lit'
import { icon } from '../drawing/icon.ts'
import type { CheckoutViewInput, Rendering } from '../drawing/view.ts'
import { CodeField, type CodeFieldHost } from './code-field.ts'

/** The code field of each checkout. */
const fields = new WeakMap<object, CodeField>()

const fieldOf = (owner: CodeFieldHost): CodeField => {
  const field = fields.get(owner) ?? new CodeField(owner)
  fields.set(owner, field)
  return field
}

/** A price tag. */
const tagIcon = icon(svg`<path d="M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9Z"/><path d="M7.5 7.5h.01"/>`)

/** The button that opens the code field, the field itself, or the applied code with a button to remove it. */
export const renderCode = (view: CheckoutViewInput, owner: CodeFieldHost): Rendering => {
  const field = fieldOf(owner)
  const { discount } = view.checkout
  // Only a code counts as entered. A discount from the merchant is a line of the price, and the shopper can replace it by a code.
  const isEntered = discount?.code != null
  return html`<div class="codes" part="codes">
    ${isEntered ? renderChip(view, field) : field.isOpen ? renderForm(view, field) : renderOpener(view, field)}
  </div>`
}

const renderOpener = ({ texts }: CheckoutViewInput, field: CodeField): Rendering =>
  html`<button
    id="code-add"
    class="code-action"
    part="code-action"
    type="button"
    aria-disabled=${field.isLocked}
    @click=${(event: Event) => field.toggle(true, hostOf(event))}
  >
    ${texts.say('code.add')}
  </button>`

const renderForm = ({ texts }: CheckoutViewInput, field: CodeField): Rendering =>
  html`<div class="code-form" part="code-form" aria-busy=${field.isBusy}>
    <label for="code" part="code-label">${texts.say('code.label')}</label>
    <div class="code-row">
      <input
        id="code"
        part="code-control"
        name="code"
        type="text"
        dir="auto"
        maxlength="200"
        autocomplete="off"
        autocapitalize="characters"
        autocorrect="off"
        spellcheck="false"
        enterkeyhint="done"
        aria-invalid=${field.fault !== null}
        aria-describedby="code-fault"
        ?readonly=${field.isBusy}
        @keydown=${(event: KeyboardEvent) => onKey(event, field)}
      />
      <button
        class="code-apply"
        part="code-apply"
        type="button"
        aria-disabled=${field.isLocked}
        @click=${(event: Event) => applyTyped(event, field)}
      >
        ${texts.say(field.isBusy ? 'button.working' : 'code.apply')}
      </button>
    </div>
    <p class="fault" id="code-fault" part="code-fault" role="alert">${faultWords(texts, field)}</p>
  </div>`

const renderChip = ({ checkout: { discount }, texts }: CheckoutViewInput, field: CodeField): Rendering =>
  html`<p class="code-chip" part="code-chip" aria-busy=${field.isBusy}>
      ${tagIcon}
      <span id="code-used"
        ><bdi class="code-used" part="code-used" translate="no">${discount?.code}</bdi>
        <bdi translate="no">−${discount?.formatted_off}</bdi></span
      >
      <button
        id="code-remove"
        class="code-action"
        part="code-action"
        type="button"
        aria-describedby="code-used"
        aria-disabled=${field.isLocked}
        @click=${(event: Event) => field.apply(null, hostOf(event))}
      >
        ${texts.say(field.isBusy ? 'button.working' : 'code.remove')}
      </button>
    </p>
    <p class="fault" part="code-fault" role="alert">${faultWords(texts, field)}</p>`

const faultWords = (texts: CheckoutViewInput['texts'], { fault }: CodeField): unknown => {
  if (fault === null) return nothing
  const time = fault.until && new Intl.DateTimeFormat(texts.locale, { timeStyle: 'short' }).format(fault.until)
  return texts.say(fault.key, { time })
}

/** Enter applies the code, even in a frame whose sandbox forbids forms. In other fields, Enter pays, so the event stops here. */
const onKey = (event: KeyboardEvent, field: CodeField): void => {
  if (event.isComposing) return
  if (event.key === 'Escape') field.toggle(false, hostOf(event))
  if (event.key !== 'Enter') return
  event.stopPropagation()
  // Otherwise the same key press would also press the button that receives the focus.
  event.preventDefault()
  applyTyped(event, field)
}

const applyTyped = (event: Event, field: CodeField): void => {
  const host = hostOf(event)
  field.apply(host.root.querySelector<HTMLInputElement>('#code')?.value.trim() ?? '', host)
}

/** The element around a control, with functions that draw it again and find controls in its shadow root. */
const hostOf = ({ currentTarget }: Event) => {
  const root = (currentTarget as Element).getRootNode() as ShadowRoot
  const host = root.host as Element & { requestUpdate(): void; readonly updateComplete: Promise<unknown> }
  return {
    root,
    draw: () => {
      host.requestUpdate()
      return host.updateComplete
    },
  }
}
