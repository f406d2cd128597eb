import { html, nothing, svg } from 'lit'
import { icon } from '../views/icon.ts'
import type { Rendering, View } from '../views/view.ts'
import { CodeField, type CodeOwner } from './code-field.ts'

/** The field of each checkout that was drawn. */
const fields = new WeakMap<object, CodeField>()

const fieldOf = (owner: CodeOwner): CodeField => {
  const field = fields.get(owner) ?? new CodeField(owner)
  fields.set(owner, field)
  return field
}

/** A label on a string. */
const tagIcon = icon(svg`<path d="M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9Z"/><path d="M7.5 7.5h.01"/>`)

/** The button that opens the field for a code, the field, or the code that is in use with a way to take it off. */
export const renderCode = (view: View, owner: CodeOwner): Rendering => {
  const field = fieldOf(owner)
  const { discount } = view.checkout
  // A discount that the merchant gives is a line of the price; a code takes its place.
  const isEntered = discount?.code != null
  return html`<div class="codes" part="codes">
    ${isEntered ? renderChip(view, field) : field.isOpen ? renderForm(view, field) : renderOpener(view, field)}
  </div>`
}

const renderOpener = ({ texts }: View, field: CodeField): Rendering =>
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

const renderForm = ({ texts }: View, field: CodeField): Rendering =>
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

const renderChip = ({ checkout: { discount }, texts }: View, field: CodeField): Rendering =>
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

const faultWords = (texts: View['texts'], { fault }: CodeField): unknown => {
  if (fault === null) return nothing
  const time = fault.until && new Intl.DateTimeFormat(texts.locale, { timeStyle: 'short' }).format(fault.until)
  return texts.say(fault.key, { time })
}

/** Enter applies the code, also in a frame whose sandbox forbids forms. Other fields pay by it, so it goes no further. */
const onKey = (event: KeyboardEvent, field: CodeField): void => {
  if (event.isComposing) return
  if (event.key === 'Escape') field.toggle(false, hostOf(event))
  if (event.key !== 'Enter') return
  event.stopPropagation()
  // The button that gets the focus would be pressed by the same key.
  event.preventDefault()
  applyTyped(event, field)
}

const applyTyped = (event: Event, field: CodeField): void => {
  const host = hostOf(event)
  field.apply(host.root.querySelector<HTMLInputElement>('#code')?.value.trim() ?? '', host)
}

/** The element around a control: it draws again, and its controls are found in the shadow root. */
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
