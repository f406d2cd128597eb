import { html, nothing } from 'lit'
import type { CheckoutState } from '../checkout/state/checkout-state.ts'
import type { TaxPlaceUpdate } from '../checkout/requests/transport.ts'
import type { CheckoutViewInput, Rendering } from '../drawing/view.ts'
import { countriesIn } from './countries.ts'

/** The part of the checkout that the address questions use. */
interface AddressOwner extends Pick<CheckoutState, 'notice'> {
  readonly update: (place: TaxPlaceUpdate) => void
}

/**
 * Asks for the shopper's address, but only for the fields that tax depends on. Each answer updates the quote at once. If the server refused
 * a payment because of the address, the fields that the server named are marked.
 */
export const renderAddress = ({ checkout, texts }: CheckoutViewInput, { notice, update }: AddressOwner): Rendering => {
  const { address_fields: fields } = checkout.consent
  const { tax_address: entered } = checkout
  const states = checkout.consent.address_regions.map(({ code, name }) => [code, name] as const)
  const enter = (name: keyof TaxPlaceUpdate) => (event: Event) => {
    const { value } = event.target as HTMLInputElement
    update({ [name]: value.trim() || null })
  }
  const wanted = notice?.kind === 'problem' && notice.code === 'address_required' ? notice : null
  const isNamed = (name: keyof TaxPlaceUpdate) => wanted !== null && (wanted.paths?.includes(`address.${name}`) ?? true)
  // Only an empty field is missing. If the server names a field with a value, the value is unknown or contradicts another field.
  const isMissing = (name: keyof TaxPlaceUpdate) => isNamed(name) && !entered?.[name]
  const label = (name: keyof TaxPlaceUpdate, control: Rendering): Rendering =>
    html`<div class="place" part="address-field">
      <label for="address-${name}">${texts.say(`address.${name}`)}</label>${control}
      <p class="fault" id="fault-${name}">${isMissing(name) ? texts.say('address.missing') : nothing}</p>
    </div>`
  const options = (pairs: readonly (readonly [string, string])[], chosen: string | null | undefined): Rendering =>
    html`<option value="" ?selected=${!chosen}>${texts.say('address.choose')}</option>
      ${pairs.map(([code, name]) => html`<option value=${code} ?selected=${code === chosen}>${name}</option>`)}`
  const typed = (name: 'state' | 'postal_code', autocomplete: string): Rendering =>
    html`<input
      type="text"
      id="address-${name}"
      part="address-control"
      enterkeyhint="done"
      autocapitalize=${name === 'postal_code' ? 'characters' : 'words'}
      ?required=${isNamed(name)}
      maxlength="40"
      autocomplete=${autocomplete}
      aria-invalid=${isNamed(name)}
      aria-describedby="fault-${name}"
      .value=${entered?.[name] ?? ''}
      @change=${enter(name)}
    />`
  const controls = {
    country: () =>
      html`<select
        part="address-control"
        autocomplete="country"
        aria-invalid=${isNamed('country')}
        ?required=${isNamed('country')}
        aria-describedby="fault-country"
        id="address-country"
        @change=${enter('country')}
      >
        ${options(countriesIn(texts.locale), entered?.country)}
      </select>`,
    state: () =>
      states.length === 0
        ? typed('state', 'address-level1')
        : html`<select
            part="address-control"
            autocomplete="address-level1"
            aria-invalid=${isNamed('state')}
            ?required=${isNamed('state')}
            aria-describedby="fault-state"
            id="address-state"
            @change=${enter('state')}
          >
            ${options(states, entered?.state)}
          </select>`,
    postal_code: () => typed('postal_code', 'postal-code'),
  } as const
  return fields.length === 0
    ? nothing
    : html`<fieldset class="address" part="address">
        <legend>${texts.say('address.why')}</legend>
        ${fields.map((name) => label(name, controls[name]()))}
      </fieldset>`
}
