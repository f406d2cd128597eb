import { html, nothing } from 'lit'
import type { Notice } from '../../messages/notice.ts'
import type { CheckoutViewInput, Rendering } from '../../drawing/view.ts'

/** The texts about the subscription that a customer already has. */
export interface ExistingSubscriptionTexts {
  readonly body: string | null
  readonly details: Rendering
  readonly action: { readonly label: string; readonly onPress: (event: Event) => void } | null | undefined
}

/**
 * The customer's present plan, how to cancel it or ask about it, and a button to change to this session's plan, if that is possible. If
 * `notice` is a problem other than `already_subscribed`, a line says that the change failed.
 */
export const describeExistingSubscription = (
  { checkout, texts }: CheckoutViewInput,
  notice: Notice | null,
  onChange: (subscriptionId: string) => void,
): ExistingSubscriptionTexts => {
  const { merchant, refusal } = checkout
  const { cancel_url: cancelUrl, support_email: support } = merchant
  const own = refusal?.subscription
  const hasFailed = notice?.kind === 'problem' && notice.code !== 'already_subscribed'
  return {
    body: own?.plan_name ?? null,
    details: html`<p class="outcome-body" part="outcome-body">
        ${
          cancelUrl &&
          texts.pieces('cancel.online', {
            link: (words) => html`<a part="link" href=${cancelUrl} target="_blank" rel="noopener">${words}</a>`,
          })
        }
        ${texts.say('problem.contact', { merchant: merchant.name })}
        ${support && html`<a part="link" href="mailto:${support}">${support}</a>`}
      </p>
      <div role="alert">
        ${hasFailed ? html`<p class="outcome-body" part="outcome-body">${texts.say('problem.other')}</p>` : nothing}
      </div>`,
    action: own && {
      label: texts.say('button.change_free'),
      onPress: ({ target }) => {
        // The button disappears, so move the focus to the start of the checkout.
        ;(target as Element).closest<HTMLElement>('.base')?.focus()
        onChange(own.id)
      },
    },
  }
}
