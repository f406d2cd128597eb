import { html, render } from 'lit'
import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { InputFault } from '../../../parts/form-dialog.ts'
import { createSay } from '../../../words/say.ts'
import { brandPreview } from '../brand-preview.ts'
import { changedSettings } from '../changed-settings.ts'
import { settingFieldsOf } from '../setting-fields-of.ts'
import type { FormTab } from '../settings-tabs.ts'

const say = createSay('en')

afterEach(() => document.body.replaceChildren())

/** The form of a tab, drawn with these settings. */
const aForm = (tab: FormTab, settings: Readonly<Record<string, unknown>>) => {
  const place = document.createElement('div')
  document.body.append(place)
  const fields = settingFieldsOf(tab, say)
  render(html`<form>${fields.map(({ key, draw }) => draw(settings[key] ?? null))}</form>`, place)
  const form = place.querySelector('form')!
  const fieldOf = <Element extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement = HTMLInputElement>(
    name: string,
  ): Element => form.querySelector<Element>(`[name=${name}]`)!
  return { form, fieldOf, changed: () => changedSettings(fields, form) }
}

test('a settings form sends only the changes, and an emptied text as null', () => {
  const { fieldOf, changed } = aForm('organization', {
    name: 'Kettle Teas',
    legal_name: 'Kettle Teas Ltd',
    legal_address: '1 Quay\nCork',
    allowed_origins: ['https://a.example'],
  })
  const before = changed()
  fieldOf('legal_name').value = ' '
  fieldOf<HTMLTextAreaElement>('allowed_origins').value = 'https://a.example\n\n https://b.example '
  const after = changed()

  expect(before).to.deep.equal({})
  expect(after).to.deep.equal({ legal_name: null, allowed_origins: ['https://a.example', 'https://b.example'] })
})

test('the amount above which refunds need the password is typed in dollars and sent in cents', () => {
  const { fieldOf, changed } = aForm('organization', { name: 'Kettle Teas', confirm_refunds_above: 50_000 })
  const limit = fieldOf('confirm_refunds_above')
  const values = [
    limit.value,
    ...['500', '19,99', '', '1.999'].map((typed) => {
      limit.value = typed
      try {
        return changed()
      } catch (error) {
        return error instanceof InputFault
      }
    }),
  ]

  expect(values).to.deep.equal(['500.00', {}, { confirm_refunds_above: 1999 }, { confirm_refunds_above: null }, true])
})

test('a value that is changed and changed back is not sent', () => {
  const { fieldOf, changed } = aForm('organization', { name: 'Kettle Teas' })
  fieldOf('name').value = 'Tea Kettles'
  const typed = changed()
  fieldOf('name').value = 'Kettle Teas'

  expect([typed, changed()]).to.deep.equal([{ name: 'Tea Kettles' }, {}])
})

test('a kind of email is switched off by its box, and stays off while others change', () => {
  const { form, fieldOf, changed } = aForm('emails', { emails: 'send', email_kinds: { refund: false } })
  const boxOf = (kind: string) => form.querySelector<HTMLInputElement>(`[name=email_kinds][value=${kind}]`)!
  const ticked = [boxOf('refund').checked, boxOf('receipt').checked]
  boxOf('receipt').checked = false
  fieldOf<HTMLSelectElement>('emails').value = 'off'

  expect(ticked).to.deep.equal([false, true])
  expect(changed()).to.deep.equal({ emails: 'off', email_kinds: { receipt: false, refund: false } })
})

test('a place with its tax is typed on a line, and an invalid line is named as an error', () => {
  const { fieldOf, changed } = aForm('tax', {
    collect_tax: true,
    tax_failure: 'refuse',
    tax_registrations: [{ country: 'US', region: 'CA', behavior: 'exclusive' }],
  })
  const lines = fieldOf<HTMLTextAreaElement>('tax_registrations')
  const drawn = lines.value
  lines.value = 'us-ca exclusive\nDE inclusive'
  const typed = changed()
  lines.value = 'Germany'

  expect(drawn).to.equal('US-CA exclusive')
  expect(typed).to.deep.equal({
    tax_registrations: [
      { country: 'US', region: 'CA', behavior: 'exclusive' },
      { country: 'DE', region: null, behavior: 'inclusive' },
    ],
  })
  expect(changed).to.throw(InputFault, 'Germany')
})

test('a feature of the portal is switched off by its checkbox', () => {
  const { form, changed } = aForm('portal', {
    portal_features: ['change_plan', 'resume', 'payment_methods', 'payments', 'address'],
    portal_changes: 'prorated_immediately',
    withdrawals: 'refund',
  })
  form.querySelector<HTMLInputElement>('[value=resume]')!.checked = false

  expect(changed()).to.deep.equal({ portal_features: ['change_plan', 'payment_methods', 'payments', 'address'] })
})

test('the preview has text that is readable on the colour, and ignores an invalid colour', () => {
  const drawn = ['#ffff00', '#000080', 'red;background:url(https://x.example)'].map((color) => {
    const place = document.createElement('div')
    render(brandPreview(say, { color, name: '<b>Kettle</b>' }), place)
    const { background, color: text } = place.querySelector<HTMLElement>('.brand-preview')!.style
    return [background, text, place.querySelector('bdi')!.textContent]
  })

  expect(drawn).to.deep.equal([
    ['rgb(255, 255, 0)', 'rgb(0, 0, 0)', '<b>Kettle</b>'],
    ['rgb(0, 0, 128)', 'rgb(255, 255, 255)', '<b>Kettle</b>'],
    ['rgb(31, 41, 55)', 'rgb(255, 255, 255)', '<b>Kettle</b>'],
  ])
})
