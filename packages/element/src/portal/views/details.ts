import { html, nothing } from 'lit'
import { countriesIn } from '../../address/countries.ts'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'
import type { Rendering } from '../../drawing/view.ts'
import { type AddressPart, addressParts } from '../state/details-request.ts'
import { renderButton, renderNoticeAt, renderSection, renderTaskTitle } from './controls.ts'
import { renderTaxIds } from './lines.ts'
import type { PortalViewInput } from './portal-view.ts'

/** The customer's billing address, and the form that changes it. */
export const renderDetails = (view: PortalViewInput): Rendering => {
  const { texts, state, on } = view
  return renderSection(
    'details',
    texts.say('portal.details'),
    html`${renderNoticeAt('details', view)}
    ${
      state.task?.kind === 'details'
        ? renderForm(view)
        : state.task?.kind === 'email'
          ? renderEmailForm(view)
          : html`${renderSaved(view)}
              <div class="actions">
                ${renderButton(
                  {
                    id: 'edit-details',
                    label: texts.say('details.edit'),
                    about: 'details-title',
                    onClick: () => on.open({ kind: 'details' }),
                  },
                  state.busy !== null,
                )}
                ${renderButton(
                  { id: 'edit-email', label: texts.say('email.change'), onClick: () => on.open({ kind: 'email' }) },
                  state.busy !== null,
                )}
              </div>`
    }`,
  )
}

const renderSaved = (view: PortalViewInput): Rendering => {
  const { email, tax_ids: taxIds } = view.portal.customer
  return html`${renderAddress(view)} ${renderTaxIds(taxIds, view)}
  ${email === null ? nothing : html`<p class="muted" translate="no"><bdi>${email}</bdi></p>`}`
}

const renderAddress = ({ portal, texts }: PortalViewInput): Rendering => {
  const { address } = portal.customer
  const country = address?.country && new Intl.DisplayNames(texts.locale, { type: 'region' }).of(address.country)
  const rows = [address?.line1, address?.line2, [address?.postal_code, address?.city].filter(Boolean).join(' ')]
  const lines = [...rows, address?.state, country].filter(Boolean)
  return lines.length === 0
    ? html`<p class="empty" part="empty">${texts.say('details.none')}</p>`
    : html`<address class="saved-address" translate="no">${lines.map((line) => html`<bdi>${line}</bdi>`)}</address>`
}

const labels: Readonly<Record<AddressPart, readonly [key: MessageKey, autocomplete: AutoFill]>> = {
  line1: ['details.line1', 'address-line1'],
  line2: ['details.line2', 'address-line2'],
  postal_code: ['address.postal_code', 'postal-code'],
  city: ['details.city', 'address-level2'],
  state: ['address.state', 'address-level1'],
  country: ['address.country', 'country'],
}

const renderForm = (view: PortalViewInput): Rendering => {
  const { texts, state, on } = view
  const isBusy = state.busy !== null
  return html`<form class="task" part="task" novalidate @submit=${on.saveDetails}>
    ${renderTaskTitle(texts.say('details.edit'), 3)}
    <div class="fields">${addressParts.map((name) => renderField(name, view))} ${renderTaxId(view)}</div>
    <div class="actions">
      ${renderButton({ id: 'confirm', label: texts.say('details.save'), kind: 'main' }, isBusy)}
      ${renderButton({ id: 'back', label: texts.say('portal.back'), onClick: () => on.open(null) }, isBusy)}
    </div>
  </form>`
}

const renderTaxId = ({ portal, texts, state }: PortalViewInput): Rendering => {
  const [stored] = portal.customer.tax_ids
  const isWrong = state.faults.some((path) => path.startsWith('tax_ids.'))
  return html`<div class="place" part="field">
      <label for="field-tax_type">${texts.say('details.tax_type')}</label>
      <select id="field-tax_type" name="tax_type" part="control">
        ${portal.tax_id_types.map(
          (type) => html`<option value=${type} ?selected=${type === stored?.type}>${nameOf(type)}</option>`,
        )}
      </select>
    </div>
    <div class="place" part="field">
      <label for="field-tax_id">${texts.say('details.tax_id')}</label>
      <input
        id="field-tax_id"
        name="tax_id"
        type="text"
        part="control"
        autocomplete="off"
        maxlength="40"
        dir="ltr"
        aria-invalid=${isWrong}
        .value=${stored?.value ?? ''}
      />
    </div>`
}

/** The displayed name of a kind of tax identifier, such as EU VAT or AU ABN. */
const nameOf = (type: string): string => type.replace('_', ' ').toUpperCase()

const renderEmailForm = ({ texts, state, on }: PortalViewInput): Rendering => {
  const isBusy = state.busy !== null
  const isWrong = state.faults.includes('email')
  return html`<form class="task" part="task" novalidate @submit=${on.changeEmail}>
    ${renderTaskTitle(texts.say('email.change'), 3)}
    <div class="fields">
      <div class="place email" part="field">
        <label for="field-email">${texts.say('email.label')}</label>
        <input
          id="field-email"
          name="email"
          type="email"
          part="control"
          autocomplete="email"
          maxlength="254"
          dir="ltr"
          aria-invalid=${isWrong}
        />
      </div>
    </div>
    <div class="actions">
      ${renderButton({ id: 'confirm', label: texts.say('email.send'), kind: 'main' }, isBusy)}
      ${renderButton({ id: 'back', label: texts.say('portal.back'), onClick: () => on.open(null) }, isBusy)}
    </div>
  </form>`
}

const renderField = (name: AddressPart, { portal, texts, state }: PortalViewInput): Rendering => {
  const [key, autocomplete] = labels[name]
  const value = portal.customer.address?.[name] ?? ''
  const isWrong = state.faults.includes(`address.${name}`)
  return html`<div class="place ${name}" part="field">
    <label for="field-${name}">${texts.say(key)}</label>
    ${
      name === 'country'
        ? html`<select
            id="field-country"
            name="country"
            part="control"
            autocomplete=${autocomplete}
            aria-invalid=${isWrong}
          >
            <option value="" ?selected=${value === ''}>${texts.say('address.choose')}</option>
            ${countriesIn(texts.locale).map(
              ([code, written]) => html`<option value=${code} ?selected=${code === value}>${written}</option>`,
            )}
          </select>`
        : html`<input
            id="field-${name}"
            name=${name}
            type="text"
            part="control"
            autocomplete=${autocomplete}
            maxlength=${name === 'postal_code' ? 20 : 200}
            aria-invalid=${isWrong}
            .value=${value}
          />`
    }
  </div>`
}
