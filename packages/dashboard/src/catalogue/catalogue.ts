import { BillingError } from '@billing-checkout/client'
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { button } from '../parts/button.ts'
import { chart } from '../parts/chart.ts'
import {
  chip,
  disputeChip,
  disputeTones,
  keysOf,
  paymentChip,
  paymentTones,
  subscriptionChip,
  subscriptionStatuses,
} from '../parts/chip.ts'
import { copyButton, copyCommandButton, copyCurlButton, idWithCopyButton } from '../parts/copy.ts'
import { emptyState, emptyStatePage, descriptionList, section } from '../parts/description-list.ts'
import { checkbox, field, select, textArea } from '../parts/field.ts'
import { type DialogOptions, InputFault, openDialog } from '../parts/form-dialog.ts'
import { LoadController } from '../parts/load-controller.ts'
import { openSecretDialog } from '../parts/open-secret-dialog.ts'
import { pager } from '../parts/pager.ts'
import { table } from '../parts/table.ts'
import { tabs } from '../parts/tabs.ts'
import { toast } from '../parts/toast.ts'
import { createSay } from '../words/say.ts'

/** The states of the parts in one file. */
interface Part {
  readonly file: string
  readonly states: Readonly<Record<string, () => unknown>>
}

const say = createSay('en')
const long = 'A name that is much longer than the place it has on a phone, “Übergrößenträgerverordnung”, and goes on'

const dialog = (options: Partial<DialogOptions>): (() => Promise<boolean>) => {
  const asked = { heading: 'Refund payment', submitLabel: 'Refund', content: () => amount(), submit: async () => {} }
  return () => openDialog({ say, ...asked, ...options })
}

const amount = (): TemplateResult =>
  field({ name: 'amount', label: 'Amount in EUR', value: '19.91', inputMode: 'decimal' })

/** Stands in for the Lit element of a `LoadController`, because the catalogue loads nothing. */
const host = { addController() {}, removeController() {}, requestUpdate() {}, updateComplete: Promise.resolve(true) }

const loaded = (state: Partial<Pick<LoadController<string>, 'value' | 'error' | 'isLoading'>>): TemplateResult =>
  Object.assign(new LoadController<string>(host satisfies ReactiveControllerHost, String, async () => ''), state).draw(
    say,
    (value) => html`<p>${value}</p>`,
  )

const columns = [
  { label: 'Customer', cell: (name: string) => html`<bdi class="strong">${name}</bdi>` },
  { label: 'Status', cell: () => chip('good', 'Settled') },
  { label: 'Date', isWideOnly: true, cell: () => '3 March 2027' },
  { label: 'Amount', isNumber: true, cell: () => '€1,900.00' },
]

/** Every part of the dashboard in each of its states. A page shows them, and a test checks them. */
export const catalogue: readonly Part[] = [
  {
    file: 'button',
    states: {
      'each look': () =>
        (['', 'primary', 'danger', 'quiet', 'small'] as const).map(
          (look) => html`${button(look || 'button', () => {}, look)} `,
        ),
      disabled: () => html`<button type="button" class="button" disabled>Save</button>`,
      'a link': () => html`<a class="button" href="#button">Reset</a>`,
    },
  },
  {
    file: 'chip',
    states: {
      'each tone': () => (['good', 'bad', 'waiting', 'quiet'] as const).map((tone) => chip(tone, tone)),
      payments: () => keysOf(paymentTones).map((status) => paymentChip(status, say)),
      subscriptions: () => keysOf(subscriptionStatuses).map((status) => subscriptionChip(status, say)),
      disputes: () => keysOf(disputeTones).map((status) => disputeChip(status, say)),
    },
  },
  {
    file: 'copy',
    states: {
      'a text': () => copyButton(say, 'text'),
      'an id': () => idWithCopyButton(say, 'pay_01966f9e-3c80-7e1c-9b47-000000000009'),
      'a request': () => copyCurlButton(say, { method: 'GET', path: '/payments' }),
      'a command': () => copyCommandButton(say, 'billing-checkout key list'),
    },
  },
  {
    file: 'description-list',
    states: {
      facts: () =>
        descriptionList([
          ['Name', 'Lena'],
          ['Address', long],
          ['Left out', null],
        ]),
      section: () => section('Refunds', html`<p class="quiet">Nothing has been refunded.</p>`),
      'an empty list': () =>
        emptyState(
          'No plans yet',
          'A plan is what you sell.',
          button('Create plan', () => {}),
        ),
      'an empty page': () => emptyStatePage('This page does not exist', 'The address may be misspelled.'),
    },
  },
  {
    file: 'field',
    states: {
      required: () => field({ name: 'name', label: 'Name' }),
      'optional, with a hint': () => field({ name: 'group', label: 'Group', hint: 'Empty: none.', isOptional: true }),
      filled: () => field({ name: 'filled', label: 'Name', value: long }),
      date: () => field({ name: 'date', label: 'From', type: 'date', value: '2027-03-03', isOptional: true }),
      choice: () =>
        select({
          name: 'choice',
          label: 'Status',
          choices: [
            ['', 'All'],
            ['a', long],
          ],
        }),
      'several lines': () =>
        textArea({ name: 'types', label: 'Types of events', hint: 'One on each line.', value: long }),
      box: () => checkbox('box', 'Cancel the subscriptions at once'),
      'ticked box': () => checkbox('ticked', 'Cancel the subscriptions at once', { isTicked: true }),
    },
  },
  {
    file: 'form-dialog',
    states: {
      question: () => button('Open', dialog({})),
      dangerous: () => button('Open', dialog({ isDangerous: true })),
      'with a fault': () =>
        button('Open, then refund', dialog({ submit: () => Promise.reject(new InputFault('Too much.')) })),
      'while it is sent': () => button('Open, then refund', dialog({ submit: () => new Promise(() => {}) })),
      'with other ways to answer': () =>
        button(
          'Open',
          dialog({
            alternatives: ['Use a passkey', 'Use Tea Company'].map((label) => ({ label, submit: async () => {} })),
          }),
        ),
      long: () => button('Open', dialog({ content: () => Array.from({ length: 30 }, () => html`<p>${long}</p>`) })),
    },
  },
  {
    file: 'load-controller',
    states: {
      'for the first time': () => loaded({ isLoading: true }),
      'once more': () => loaded({ isLoading: true, value: 'What was there before' }),
      loaded: () => loaded({ value: 'What was loaded' }),
      failed: () => loaded({ error: new BillingError('connection_failed', 'lost') }),
    },
  },
  {
    file: 'open-secret-dialog',
    states: {
      secret: () =>
        button('Open', () =>
          openSecretDialog(say, { heading: 'API key', hint: 'It is shown this once.', secret: 'sk_sandbox_…' }),
        ),
    },
  },
  {
    file: 'pager',
    states: Object.fromEntries(
      [1, 2, 3].map((page) => [
        `page ${page} of 3`,
        () =>
          pager(
            { say, format: { count: String } },
            { limit: 25, page, pages: 3, total: 61, snapshot_at: '' },
            (to) => `?page=${to}`,
          ),
      ]),
    ),
  },
  {
    file: 'table',
    states: {
      'with pages of its rows': () =>
        table({ label: 'Payments', columns, rows: ['Lena', long], keyOf: String, pathOf: () => '#table' }),
      'without them': () => table({ label: 'Countries', columns, rows: ['Lena'], keyOf: String }),
    },
  },
  {
    file: 'chart',
    states: {
      'a year': () => chart('Recurring revenue by month', [3, 5, 8, 8, 13, 12, 17, 20, 21, 25, 24, 30]),
      'one month': () => chart('Recurring revenue', [3]),
      'nothing yet': () => chart('Recurring revenue', [0, 0, 0]),
    },
  },
  {
    file: 'tabs',
    states: {
      'the first is shown': () =>
        tabs(
          'Settings',
          ['Organization', 'Branding', 'Emails', 'Tax', 'Customer portal', 'Team'].map((text, place) => ({
            path: '#tabs',
            text,
            isShown: place === 0,
          })),
        ),
    },
  },
  { file: 'toast', states: { shown: () => button('Save', () => toast('Saved')) } },
]

/** Draws the catalogue as the content of a page. */
export const drawCatalogue = (): TemplateResult =>
  html`${catalogue.map(
    ({ file, states }) =>
      html`<section class="section" id=${file} aria-labelledby="title-${file}">
        <h2 id="title-${file}">${file}</h2>
        ${Object.entries(states).map(
          ([title, draw]) =>
            html`<h3>${title}</h3>
              <div>${draw()}</div>`,
        )}
      </section>`,
  )}`
