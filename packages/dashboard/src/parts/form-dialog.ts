import { html, nothing, type TemplateResult } from 'lit'
import { explainError, type ErrorMessages } from '../api/explain-error.ts'
import { PromptClosed } from '../api/session/fetch-as-user.ts'
import type { Say } from '../words/say.ts'
import { LightElement } from './light-element.ts'
import { toast } from './toast.ts'

/** The content of a dialog, and its action when the user submits it. */
export interface DialogOptions {
  readonly heading: string
  readonly say: Say
  /** Draws the content. Calling `redraw` draws it again, for example when a preview has loaded. */
  readonly content: (redraw: () => void) => unknown
  /** The label of the button that submits the dialog. Absent: the heading. */
  readonly submitLabel?: string
  /** The label of the button that closes the dialog without submitting. Absent: "Cancel"; null: there is no such button. */
  readonly closeLabel?: string | null
  readonly isDangerous?: boolean
  /** Resolves once the action is done. If it rejects, the dialog shows the error and keeps what the user typed. */
  readonly submit: (form: FormData) => Promise<void>
  /** Other ways to complete the dialog, which do not use its fields. */
  readonly alternatives?: readonly DialogAlternative[]
  /** Messages for error codes that have a special meaning in this dialog. */
  readonly sentences?: ErrorMessages
}

/** A button that completes a dialog in another way. */
export interface DialogAlternative {
  readonly label: string
  readonly submit: () => Promise<void>
}

/** An invalid input; `message` explains it to the user. */
export class InputFault extends Error {}

/** A form in a native modal dialog. */
export class FormDialog extends LightElement {
  static override readonly properties = {
    options: { attribute: false },
    fault: { state: true },
    isBusy: { state: true },
  }

  declare options: DialogOptions
  declare fault: string
  declare isBusy: boolean
  #isDone = false

  constructor() {
    super()
    this.fault = ''
    this.isBusy = false
  }

  override firstUpdated(): void {
    const dialog = this.#dialog()
    dialog.showModal()
    const field = 'input:not([type=hidden], [hidden]), select, textarea'
    const first = dialog.querySelector<HTMLElement>('[autofocus]') ?? dialog.querySelector<HTMLElement>(field)
    first?.focus()
  }

  override render(): TemplateResult {
    const { heading, say, content, submitLabel = heading, isDangerous, alternatives = [] } = this.options
    const { closeLabel = say('app.cancel') } = this.options
    return html`<dialog aria-labelledby="dialog-heading" @close=${this.#closed} @cancel=${this.#cancel}>
      <form method="dialog" @submit=${this.#submit}>
        <h2 id="dialog-heading">${heading}</h2>
        ${content(() => this.requestUpdate())}
        ${this.fault === '' ? nothing : html`<p class="fault" role="alert">${this.fault}</p>`}
        <div class="buttons">
          ${
            closeLabel === null
              ? nothing
              : html`<button
                  type="button"
                  class="button"
                  ?disabled=${this.isBusy}
                  @click=${() => this.#dialog().close()}
                >
                  ${closeLabel}
                </button>`
          }
          ${alternatives.map(
            ({ label, submit }) =>
              html`<button type="button" class="button" ?disabled=${this.isBusy} @click=${() => this.#answer(submit)}>
                ${label}
              </button>`,
          )}
          <button class="button ${isDangerous ? 'danger' : 'primary'}" aria-disabled=${this.isBusy ? 'true' : 'false'}>
            ${this.isBusy ? say('app.loading') : submitLabel}
          </button>
        </div>
      </form>
    </dialog>`
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    await this.#answer(() => this.options.submit(form))
  }

  async #answer(submit: () => Promise<void>): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.fault = ''
    const { say, sentences } = this.options
    try {
      await submit()
      this.#isDone = true
      this.#dialog().close()
    } catch (error) {
      this.fault =
        error instanceof InputFault
          ? error.message
          : explainError(error, say, { ...promptClosedMessages, ...sentences })
    }
    this.isBusy = false
  }

  /** While a request is in flight, Escape does not close the dialog, because the user would never learn the request's outcome. */
  readonly #cancel = (event: Event): void => {
    if (this.isBusy) event.preventDefault()
  }

  readonly #closed = (): void => {
    this.dispatchEvent(new CustomEvent('form-dialog-closed', { detail: this.#isDone }))
    this.remove()
  }

  #dialog(): HTMLDialogElement {
    const dialog = this.querySelector('dialog')
    if (dialog === null) throw new Error('The dialog is not drawn yet.')
    return dialog
  }
}

/** Messages for a form that was not sent, because the user closed the prompt (sign-in or password) that the request waited for. */
export const promptClosedMessages: ErrorMessages = {
  missing_credentials: 'error.givenUp',
  expired_credentials: 'error.givenUp',
  reauthentication_required: 'error.givenUp',
}

/** Opens a dialog. Resolves with `true` once its action is done, or with `false` if the user closed it. */
export const openDialog = (options: DialogOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const dialog = document.createElement('form-dialog') as FormDialog
    dialog.options = options
    dialog.addEventListener('form-dialog-closed', (event) => resolve((event as CustomEvent<boolean>).detail))
    document.body.append(dialog)
  })

/**
 * Asks for confirmation, calls `act`, and shows the message `done`. Resolves with `true` then, or with `false` if the user closed the
 * dialog.
 */
export const openConfirmation = ({
  hint,
  act,
  done,
  ...options
}: Omit<DialogOptions, 'content' | 'submit'> & {
  /** Explains the consequence to the user. */
  readonly hint: string
  readonly act: () => Promise<unknown>
  readonly done: string
}): Promise<boolean> =>
  openDialog({
    ...options,
    content: () => html`<p>${hint}</p>`,
    submit: async () => {
      await act()
      toast(done)
    },
  })

/** Closes the dialog around the link that the user clicked. */
export const closeDialog = (event: Event): void => (event.target as Element).closest('dialog')?.close()

/** Like `openDialog`, but rejects if the user closes the dialog. For prompts that a request waits for. */
export const openRequiredDialog = async (options: DialogOptions): Promise<void> => {
  if (!(await openDialog(options))) throw new PromptClosed()
}
