import type { Checkout, Plan, PreviewCheckoutBody } from '@billing-checkout/client'
import { locales } from '@billing-checkout/domain'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { explainError } from '../../api/explain-error.ts'
import { field, drawPageFields, select } from '../../parts/field.ts'
import { LightElement } from '../../parts/light-element.ts'
import { readTextField } from '../../parts/read-form.ts'
import type { Context } from '../../shell/context.ts'
import { countriesIn } from './countries.ts'

/** A plan's checkout as a new customer in a country would see it. Uses the same element that shops embed. */
export class PricePreview extends LightElement {
  static override readonly properties = {
    context: { attribute: false },
    plan: { attribute: false },
    answer: { state: true },
    fault: { state: true },
    isLoading: { state: true },
  }

  declare context: Context
  declare plan: Plan
  declare answer: Checkout | null
  declare fault: string
  declare isLoading: boolean
  #request = new AbortController()

  constructor() {
    super()
    this.answer = null
    this.fault = ''
    this.isLoading = false
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#request.abort()
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('plan')) void this.#look()
  }

  override render(): TemplateResult {
    return drawPageFields(() => this.#renderPreview())
  }

  #renderPreview(): TemplateResult {
    const { say, format } = this.context
    const { language } = format
    const { quantity } = this.plan
    const languages = new Intl.DisplayNames(language, { type: 'language' })
    return html`<p class="hint">${say('preview.hint')}</p>
      <form class="grid-form" aria-label=${say('preview.title')} @submit=${this.#submit} @change=${this.#look}>
        ${select({
          name: 'country',
          label: say('preview.country'),
          choices: [['', say('preview.unknownCountry')], ...countriesIn(language)],
        })}
        ${field({ name: 'state', label: say('preview.state'), isOptional: true, lengthMax: 100 })}
        ${select({
          name: 'locale',
          label: say('fact.language'),
          value: language,
          choices: locales.map((tag) => [tag, languages.of(tag) ?? tag] as const),
        })}
        ${
          quantity === null
            ? nothing
            : field({
                name: 'quantity',
                label: say('plan.quantity'),
                value: String(quantity.min),
                inputMode: 'numeric',
              })
        }
        ${field({ name: 'code', label: say('preview.code'), isOptional: true, lengthMax: 50 })}
      </form>
      <div role="status">
        ${this.fault === '' ? nothing : html`<p class="fault">${this.fault}</p>`}
        ${this.isLoading ? html`<p class="progress">${say('app.loading')}</p>` : nothing}
      </div>
      ${
        this.answer === null
          ? nothing
          : html`<billing-checkout class="preview" .preview=${this.answer}></billing-checkout>`
      }`
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void this.#look()
  }

  /** Requests the preview that the form describes. The old preview stays until the new one has loaded or the server has rejected it. */
  readonly #look = async (): Promise<void> => {
    const { client, say } = this.context
    const form = this.querySelector('form')
    if (form === null) return
    this.#request.abort()
    const { signal } = (this.#request = new AbortController())
    this.isLoading = true
    this.fault = ''
    try {
      const [answer] = await Promise.all([
        client.previewCheckout(bodyOf(this.plan, new FormData(form)), { signal }),
        loadElement(),
      ])
      if (!signal.aborted) this.answer = answer
    } catch (error) {
      if (signal.aborted) return
      this.answer = null
      this.fault = error instanceof ElementMissing ? say('preview.noElement') : explainError(error, say)
    }
    this.isLoading = false
  }
}

const bodyOf = ({ id }: Plan, form: FormData): PreviewCheckoutBody => {
  const text = (name: string): string => readTextField(form, name)
  const quantity = Number.parseInt(text('quantity'), 10)
  return {
    plan: { id, ...(quantity > 0 && { quantity }) },
    locale: text('locale'),
    ...(text('country') && { country: text('country') as NonNullable<PreviewCheckoutBody['country']> }),
    ...(text('state') && { state: text('state') }),
    ...(text('code') && { discount: { code: text('code') } }),
  }
}

class ElementMissing extends Error {}

/** Loads the element's script from our own server, like a shop. */
const loadElement = async (): Promise<void> => {
  const address = `${location.origin}/billing-checkout.js`
  try {
    await import(/* @vite-ignore */ address)
  } catch {
    throw new ElementMissing()
  }
}
