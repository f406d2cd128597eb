import { optionalEmailKinds, portalFeatures } from '@billing-checkout/contract/dashboard'
import { InputFault } from '../../parts/form-dialog.ts'
import type { Say } from '../../words/say.ts'
import {
  choiceSetting,
  dollarsSetting,
  listSetting,
  longTextSetting,
  type SettingField,
  checkboxesSetting,
  switchSetting,
  textSetting,
} from './setting-fields.ts'
import type { FormTab } from './settings-tabs.ts'

/** The settings on a tab, in the order of its form, without the logo. The dashboard has no fields for settings that are on no tab. */
export const settingFieldsOf = (tab: FormTab, say: Say): readonly SettingField[] => tabs[tab](say)

const urlSetting = (say: Say, key: string, label: Parameters<Say>[0]) =>
  textSetting(key, { label: say(label), type: 'url' })

const tabs: Readonly<Record<FormTab, (say: Say) => readonly SettingField[]>> = {
  organization: (say) => [
    textSetting('name', {
      label: say('settings.name'),
      hint: say('settings.nameHint'),
      lengthMax: 200,
      isRequired: true,
    }),
    textSetting('display_name', {
      label: say('settings.displayName'),
      hint: say('settings.displayNameHint'),
      lengthMax: 200,
    }),
    textSetting('legal_name', { label: say('settings.legalName'), hint: say('settings.legalHint'), lengthMax: 200 }),
    longTextSetting('legal_address', { label: say('settings.legalAddress'), lengthMax: 500 }),
    textSetting('support_email', { label: say('settings.supportEmail'), type: 'email' }),
    urlSetting(say, 'terms_url', 'settings.terms'),
    urlSetting(say, 'privacy_url', 'settings.privacy'),
    textSetting('locale', { label: say('settings.locale'), hint: say('settings.localeHint'), lengthMax: 35 }),
    textSetting('statement_descriptor', {
      label: say('settings.statement'),
      hint: say('settings.statementHint'),
      lengthMin: 5,
      lengthMax: 22,
    }),
    dollarsSetting('confirm_refunds_above', {
      label: say('settings.refunds'),
      hint: say('settings.refundsHint'),
      fault: say('settings.refundsBad'),
    }),
    listSetting<string>('allowed_origins', {
      label: say('settings.origins'),
      hint: say('settings.originsHint'),
      none: null,
      write: String,
      parse: String,
    }),
  ],
  branding: (say) => [
    textSetting('brand_color', { label: say('settings.color'), hint: say('settings.colorHint'), lengthMax: 7 }),
  ],
  emails: (say) => [
    choiceSetting('emails', say('settings.emails'), [
      ['send', say('settings.emailsSend')],
      ['events', say('settings.emailsEvents')],
      ['off', say('settings.emailsOff')],
    ]),
    textSetting('email_from_name', {
      label: say('settings.fromName'),
      hint: say('settings.fromNameHint'),
      lengthMax: 100,
    }),
    textSetting('email_reply_to', {
      label: say('settings.replyTo'),
      hint: say('settings.replyToHint'),
      type: 'email',
    }),
    checkboxesSetting('email_kinds', {
      label: say('settings.emailKinds'),
      choices: optionalEmailKinds.map((kind) => [kind, say(`emailKind.${kind}`)]),
      isTicked: (value, kind) => (value as Readonly<Record<string, boolean>>)[kind] !== false,
      valueOf: (ticked) =>
        Object.fromEntries(optionalEmailKinds.filter((kind) => !ticked.includes(kind)).map((kind) => [kind, false])),
    }),
    switchSetting('charge_without_notice', say('settings.chargeWithoutNotice')),
  ],
  tax: (say) => [
    switchSetting('collect_tax', say('settings.collectTax')),
    choiceSetting('tax_failure', say('settings.taxFailure'), [
      ['refuse', say('settings.taxRefuse')],
      ['sell_without_tax', say('settings.taxSell')],
    ]),
    listSetting<TaxRegistration>('tax_registrations', {
      label: say('settings.registrations'),
      hint: say('settings.registrationsHint'),
      none: [],
      write: ({ country, region, behavior }) => `${country}${region === null ? '' : `-${region}`} ${behavior}`,
      parse: (line) => parseRegistration(line, say),
    }),
  ],
  portal: (say) => [
    checkboxesSetting('portal_features', {
      label: say('settings.portalFeatures'),
      choices: portalFeatures.map((feature) => [feature, say(`settings.portal.${feature}`)]),
      isTicked: (value, feature) => (value as readonly string[]).includes(feature),
      valueOf: (ticked) => ticked,
    }),
    choiceSetting('portal_changes', say('settings.portalChanges'), [
      ['prorated_immediately', say('settings.changes.prorated_immediately')],
      ['full_immediately', say('settings.changes.full_immediately')],
      ['prorated_next_billing_period', say('settings.changes.prorated_next_billing_period')],
      ['full_next_billing_period', say('settings.changes.full_next_billing_period')],
      ['do_not_bill', say('settings.changes.do_not_bill')],
      ['at_period_end', say('settings.changes.at_period_end')],
    ]),
    choiceSetting('withdrawals', say('settings.withdrawals'), [
      ['refund', say('settings.withdrawalsRefund')],
      ['review', say('settings.withdrawalsReview')],
    ]),
  ],
}

interface TaxRegistration {
  readonly country: string
  readonly region: string | null
  readonly behavior: string
}

/** Parses a line such as `DE inclusive` or `US-CA exclusive`. */
const parseRegistration = (line: string, say: Say): TaxRegistration => {
  const [, country, region = null, behavior] =
    /^([A-Z]{2})(?:-([A-Z0-9]{1,3}))?\s+(inclusive|exclusive)$/i.exec(line)?.map((part) => part ?? null) ?? []
  if (!country || !behavior) throw new InputFault(say('settings.registrationBad', { line }))
  return { country: country.toUpperCase(), region: region?.toUpperCase() ?? null, behavior: behavior.toLowerCase() }
}
