import type { SandboxClock } from '@billing-checkout/client'
import { html, nothing } from 'lit'
import { explainError } from '../api/explain-error.ts'
import { field, select } from '../parts/field.ts'
import { closeDialog, openDialog } from '../parts/form-dialog.ts'
import { toast } from '../parts/toast.ts'
import { type Context, screenPath } from './context.ts'
import { createIdempotencyKeys } from './create-idempotency-keys.ts'

const shownMax = 50

/** Moves the billing clock of the sandbox, and then shows what happened meanwhile. Resolves with `true` if the clock has moved. */
export const openClockDialog = async (context: Context): Promise<boolean> => {
  const { client, say, format } = context
  const keyOf = createIdempotencyKeys()
  let now: string | undefined
  let fault = ''
  let isDate = false
  let moved: SandboxClock | undefined
  const begin = async (redraw: () => void): Promise<void> => {
    now = ''
    try {
      now = (await client.findSandboxClock()).now
    } catch (error) {
      fault = explainError(error, say)
    }
    redraw()
  }
  const hasMoved = await openDialog({
    say,
    heading: say('clock.title'),
    submitLabel: say('clock.move'),
    content: (redraw) => {
      if (now === undefined) void begin(redraw)
      const choose = (event: Event): void => {
        if ((event.target as Element).id !== 'field-step') return
        isDate = (event.target as HTMLSelectElement).value === 'date'
        redraw()
      }
      return html`<p class="notice">${say('clock.hint')}</p>
        <p role="status">
          ${fault === '' ? nothing : html`<span class="fault">${fault}</span>`}
          ${now ? say('clock.now', { date: format.instant(now) }) : nothing}
        </p>
        <div @change=${choose}>
          ${select({
            name: 'step',
            label: say('clock.step'),
            choices: [
              ['P1D', say('clock.day')],
              ['P7D', say('clock.week')],
              ['P1M', say('clock.month')],
              ['P1Y', say('clock.year')],
              ['date', say('clock.toDate')],
            ],
          })}
          ${isDate ? field({ name: 'to', label: say('clock.date'), type: 'date' }) : nothing}
        </div>`
    },
    submit: async (form) => {
      const step = String(form.get('step'))
      const body = step === 'date' ? { to: String(form.get('to')) } : { advance: step }
      const idempotencyKey = keyOf(body)
      moved = await client.advanceSandboxClock(body, { idempotencyKey })
    },
  })
  if (!hasMoved || moved === undefined) return false
  toast(say('clock.moved', { date: format.instant(moved.now) }))
  if (moved.ran.length > 0) void openDueEvents(context, moved.ran)
  return true
}

/** Shows the events that happened while the clock moved, the earliest first. */
const openDueEvents = (context: Context, ran: SandboxClock['ran']): Promise<boolean> => {
  const { say, format } = context
  return openDialog({
    say,
    heading: say('clock.ran', { count: format.count(ran.length) }),
    closeLabel: null,
    submitLabel: say('app.done'),
    content: () =>
      html`<ul class="results">
        ${ran.slice(0, shownMax).map(
          ({ at, what, id }) =>
            html`<li>
              <a
                href=${screenPath(context, id.startsWith('pay_') ? 'payments' : 'subscriptions', id)}
                @click=${closeDialog}
                >${what} <span class="quiet">${format.instant(at)}</span></a
              >
            </li>`,
        )}
      </ul>`,
    submit: async () => {},
  })
}
