import { BillingError } from '@billing-checkout/client'
import type axe from 'axe-core'
import { html, render } from 'lit'
import { afterEach, beforeEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { chip } from '../../parts/chip.ts'
import { descriptionList } from '../../parts/description-list.ts'
import { field, drawPageFields } from '../../parts/field.ts'
import { FormDialog, InputFault, openDialog } from '../../parts/form-dialog.ts'
import { openSecretDialog } from '../../parts/open-secret-dialog.ts'
import { table } from '../../parts/table.ts'
import { toast } from '../../parts/toast.ts'
import { createSay } from '../../words/say.ts'
import { drawCatalogue } from '../catalogue.ts'

const say = createSay('en')
const styles = ['base', 'shell', 'forms', 'content', 'overlays', 'media'].map((name) => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = new URL(`../../styles/${name}.css`, import.meta.url).href
  return link
})

if (!customElements.get('form-dialog')) customElements.define('form-dialog', FormDialog)

beforeEach(async () => {
  // Importing axe-core defines `window.axe`.
  await import('axe-core')
  document.documentElement.lang = 'en'
  document.title = 'Parts'
  const loaded = styles.map((link) => new Promise((resolve) => link.addEventListener('load', resolve, { once: true })))
  document.head.append(...styles)
  await Promise.all(loaded)
})

afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.style.colorScheme = ''
})

/** The faults that axe finds in the page in one color scheme. */
const faultsIn = async (scheme: 'light' | 'dark', rules: axe.RuleObject = {}): Promise<readonly string[]> => {
  document.documentElement.style.colorScheme = scheme
  const { axe: runner } = globalThis as unknown as { readonly axe: typeof axe }
  const { violations } = await runner.run(document, { rules: { 'target-size': { enabled: true }, ...rules } })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html: found }) => `${scheme} ${id}: ${found}`))
}

/** Draws into a new element, because Lit would reuse nodes that it drew in the same element. */
const draw = (content: unknown): void => {
  const place = document.createElement('div')
  document.body.append(place)
  render(content, place)
}

const hostile = '<img src=x onerror=alert(1)>'

test('a filter and a dialog above it may have fields of the same name: each label belongs to its own field', async () => {
  draw(drawPageFields(() => field({ name: 'code', label: 'Filter', hint: 'Whole codes only.' })))
  void openDialog({
    say,
    heading: 'Discount',
    submitLabel: 'Save',
    content: () => field({ name: 'code', label: 'Code', hint: 'Letters and digits.' }),
    submit: async () => {},
  })
  await document.querySelector<FormDialog>('form-dialog')!.updateComplete

  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const labels = [...document.querySelectorAll('label')].map((label) => [
    label.textContent,
    label.control?.closest('dialog') !== null,
  ])
  expect(new Set(ids).size).to.equal(ids.length)
  expect(labels).to.deep.equal([
    ['Filter', false],
    ['Code', true],
  ])
})

/** Switches one rule off: the catalogue shows a landmark once for each of its states, but a real page shows it once. */
const once: axe.RuleObject = { 'landmark-unique': { enabled: false } }

test('every state of a part is readable and labelled in both colour schemes', async () => {
  draw(
    html`<main>
      <h1>Parts</h1>
      ${drawCatalogue()}
    </main>`,
  )

  expect([...(await faultsIn('light', once)), ...(await faultsIn('dark', once))]).to.deep.equal([])
})

test('a shopper’s text is shown as text', () => {
  draw(
    html`${chip('good', hostile)} ${descriptionList([['Name', hostile]])}
    ${table({ label: 'Rows', rows: [hostile], keyOf: String, columns: [{ label: 'Name', cell: String }] })}`,
  )

  expect(document.querySelector('img')).to.equal(null)
  expect([...document.querySelectorAll('.chip, dd, td')].map((place) => place.textContent.trim())).to.deep.equal(
    Array(3).fill(hostile),
  )
})

test('the columns for wide screens keep the order of the rest of a table', () => {
  draw(
    table({
      label: 'Rows',
      rows: [1],
      keyOf: String,
      columns: [
        { label: 'One', cell: () => 'first' },
        { label: 'Two', isWideOnly: true, cell: () => 'second' },
      ],
    }),
  )

  expect([...document.querySelectorAll('td')].map((cell) => [cell.className, cell.textContent.trim()])).to.deep.equal([
    ['', 'first'],
    ['wide-only', 'second'],
  ])
})

const aDialog = (submit: (form: FormData) => Promise<void>): Promise<boolean> =>
  openDialog({
    say,
    heading: 'Refund',
    content: () => field({ name: 'amount', label: 'Amount', value: '5' }),
    submit,
  })
const dialog = async (): Promise<HTMLDialogElement> => {
  await document.querySelector<FormDialog>('form-dialog')!.updateComplete
  return document.querySelector('dialog')!
}
const send = async (): Promise<void> => {
  ;(await dialog()).querySelector('form')!.requestSubmit()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await dialog()
}

test('a dialog takes the focus, is named and keeps what was typed after a refusal', async () => {
  const answers = [
    new InputFault('Too much.'),
    new BillingError('connection_failed', 'lost'),
    new BillingError('expired_credentials', 'The user closed the question.'),
  ]
  const closed = aDialog(() => Promise.reject(answers.shift()!))
  const opened = await dialog()
  const input = opened.querySelector('input')!
  const focused = document.activeElement
  input.value = '7'

  await send()
  const first = opened.querySelector('[role=alert]')!.textContent
  await send()
  const second = opened.querySelector('[role=alert]')!.textContent
  await send()
  const third = opened.querySelector('[role=alert]')!.textContent

  expect(focused).to.equal(input)
  expect([first, second, third]).to.deep.equal(['Too much.', say('error.connection'), 'Nothing was sent.'])
  expect([input.value, opened.open]).to.deep.equal(['7', true])
  expect([...(await faultsIn('light')), ...(await faultsIn('dark'))]).to.deep.equal([])
  opened.close()
  expect(await closed).to.equal(false)
})

test('a dialog sends once while it is busy, and closes when it is done', async () => {
  let sent = 0
  let finish = (): void => {}
  const closed = aDialog(() => {
    sent += 1
    return new Promise((resolve) => (finish = resolve))
  })

  await send()
  await send()
  const escape = new Event('cancel', { cancelable: true })
  ;(await dialog()).dispatchEvent(escape)
  finish()

  expect(await closed).to.equal(true)
  expect([sent, escape.defaultPrevented]).to.deep.equal([1, true])
  expect(document.querySelector('form-dialog')).to.equal(null)
})

test('a dialog that shows a secret once can be closed only by "Done"', async () => {
  const closed = openSecretDialog(say, { heading: 'Signing secret', hint: 'Keep it.', secret: hostile })
  const opened = await dialog()
  const buttons = [...opened.querySelectorAll('button')].map((button) => button.textContent.trim())
  const shown = opened.querySelector('code')!.textContent

  opened.querySelector('form')!.requestSubmit()
  await closed

  expect(buttons).to.deep.equal(['Copy', 'Done'])
  expect(shown).to.equal(hostile)
  expect(document.querySelector('form-dialog')).to.equal(null)
})

test('a dialog’s closing button has the name that the caller gives', async () => {
  const closed = openDialog({
    say,
    heading: 'Cancel now',
    closeLabel: 'Keep subscription',
    content: () => html`<p>It ends at once.</p>`,
    submit: () => Promise.resolve(),
  })
  const opened = await dialog()
  const [keep, cancel] = opened.querySelectorAll('button')
  const labels = [keep, cancel].map((button) => button!.textContent.trim())

  keep!.click()

  expect(labels).to.deep.equal(['Keep subscription', 'Cancel now'])
  expect(await closed).to.equal(false)
})

test('a toast reports what was done as text in a live region', () => {
  toast(hostile)

  expect(document.querySelector('#toasts[role=status] p')!.textContent).to.equal(hostile)
})
