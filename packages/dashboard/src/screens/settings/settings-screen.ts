import { html, nothing, type TemplateResult } from 'lit'
import { explainError } from '../../api/explain-error.ts'
import type { UserOperationAnswer, UserOperationBody } from '../../api/user-client.ts'
import { copyCommandButton } from '../../parts/copy.ts'
import { InputFault, promptClosedMessages } from '../../parts/form-dialog.ts'
import { LoadController } from '../../parts/load-controller.ts'
import { toast } from '../../parts/toast.ts'
import { isAllowed } from '../../shell/context.ts'
import { Screen } from '../screen.ts'
import { brandPreview } from './brand-preview.ts'
import { changedSettings } from './changed-settings.ts'
import { logoField, readLogo, type LogoUpdate, type StoredLogo } from './logo-field.ts'
import { settingFieldsOf } from './setting-fields-of.ts'
import { type FormTab, settingsTabOf, settingsTabs } from './settings-tabs.ts'

type Organization = UserOperationAnswer<'findOrganization'>

/** A form for the organization's settings, one tab at a time. Only changed settings are sent. */
export class SettingsScreen extends Screen {
  static override readonly properties = {
    ...Screen.properties,
    fault: { state: true },
    isBusy: { state: true },
    color: { state: true },
  }

  declare fault: string
  declare isBusy: boolean
  /** The color that the user has typed but not saved; null if they have not typed one. */
  declare color: string | null

  constructor() {
    super()
    this.fault = ''
    this.isBusy = false
    this.color = null
  }

  readonly #organization = new LoadController<Organization>(
    this,
    () => this.context.organization.id,
    (signal) => this.context.userClient.findOrganization({ signal }),
  )

  override render(): TemplateResult {
    const { say, organization } = this.context
    const tab = this.#tab()
    return html`<header class="heading">
        <h1>${say('nav.settings')}</h1>
        <div class="buttons">${copyCommandButton(say, `billing-checkout organization show ${organization.id}`)}</div>
      </header>
      ${settingsTabs(this.context, tab)} ${this.#organization.draw(say, (shown) => this.#form(tab, shown))}`
  }

  #form(tab: FormTab, organization: Organization): TemplateResult {
    const { say } = this.context
    const canChange = isAllowed(this.context, 'updateOrganization')
    const color = this.color ?? String(organization.settings['brand_color'] ?? '')
    const name = String(organization.settings['display_name'] ?? organization.name)
    return html`<form
      class="settings"
      aria-label=${say(`settings.tab.${tab}`)}
      @submit=${this.#save}
      @input=${this.#typed}
    >
      ${canChange ? nothing : html`<p class="notice">${say('settings.adminsOnly')}</p>`}
      <fieldset ?disabled=${!canChange}>
        ${settingFieldsOf(tab, say).map(({ key, draw }) => draw(valueOf(organization, key)))}
        ${tab === 'branding' ? logoField(say, organization.settings['logo'] as unknown as StoredLogo | null) : nothing}
      </fieldset>
      ${tab === 'branding' ? brandPreview(say, { color, name }) : nothing}
      ${this.fault === '' ? nothing : html`<p class="fault" role="alert">${this.fault}</p>`}
      ${
        canChange
          ? html`<button class="button primary" aria-disabled=${this.isBusy ? 'true' : 'false'}>
              ${this.isBusy ? say('app.loading') : say('settings.save')}
            </button>`
          : nothing
      }
    </form>`
  }

  /** The tab whose form is shown. Tabs without a form are drawn by their own elements, not by this one. */
  #tab(): FormTab {
    return settingsTabOf(this.place.id) as FormTab
  }

  readonly #typed = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement
    if (name === 'brand_color') this.color = value
  }

  readonly #save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (this.isBusy || this.#organization.value === undefined) return
    const { say, userClient } = this.context
    this.isBusy = true
    this.fault = ''
    try {
      const form = event.target as HTMLFormElement
      const body = bodyOf(changedSettings(settingFieldsOf(this.#tab(), say), form), await readLogo(form, say))
      if (body === null) toast(say('settings.unchanged'))
      else {
        await userClient.updateOrganization({ body })
        await this.#organization.reload()
        // Clears the chosen file and the ticked checkbox for removing the logo, because the server has saved these changes.
        form.reset()
        this.color = null
        toast(say('settings.saved'))
      }
    } catch (error) {
      this.fault =
        error instanceof InputFault
          ? error.message
          : explainError(error, say, { ...promptClosedMessages, payload_too_large: 'settings.logoBad' })
    }
    this.isBusy = false
  }
}

const valueOf = ({ name, settings }: Organization, key: string): unknown => (key === 'name' ? name : settings[key])

/** The body of the request; null if the user changed nothing. The organization's name is sent outside of the settings. */
const bodyOf = (
  changed: Readonly<Record<string, unknown>>,
  logo: LogoUpdate,
): UserOperationBody<'updateOrganization'> | null => {
  const { name, ...others } = changed as { readonly name?: string }
  const settings = { ...others, ...(logo === null && { logo }) }
  if (Object.keys(changed).length === 0 && logo === undefined) return null
  return {
    ...(name !== undefined && { name }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(typeof logo === 'string' && { logo }),
  }
}
