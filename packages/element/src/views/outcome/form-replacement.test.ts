import { expect, test } from 'vitest'
import { aCheckout } from '../../../testing/a-checkout.ts'
import type { Phase } from '../../checkout/state/phase.ts'
import { problemNotice } from '../../messages/notice.ts'
import { formReplacementReason } from './form-replacement.ts'

const open = { checkout: aCheckout() }
const processing = { checkout: aCheckout({ phase: 'processing' }) }

test.each<[Phase, typeof open, ReturnType<typeof formReplacementReason>]>([
  ['ready', open, null],
  ['paying', open, null],
  ['declined', open, null],
  ['checking', open, 'checking'],
  ['expired', open, 'expired'],
])('a checkout that is %s keeps the form, or replaces the form by this view', (phase, view, end) => {
  expect(formReplacementReason(view, { phase, notice: null, isExpiryHandled: false })).toBe(end)
})

test('the form stays behind the bank’s dialog, and is not shown after a reload, when no consent is needed', () => {
  expect(formReplacementReason(open, { phase: 'confirming', notice: null, isExpiryHandled: false })).toBeNull()
  expect(formReplacementReason(processing, { phase: 'confirming', notice: null, isExpiryHandled: false })).toBe(
    'checking',
  )
})

test('a page that handles the expiry itself keeps the form', () => {
  expect(formReplacementReason(open, { phase: 'expired', notice: null, isExpiryHandled: true })).toBeNull()
})

test('a customer who already has the subscription gets no form', () => {
  const notice = problemNotice('already_subscribed')

  expect(formReplacementReason(open, { phase: 'ready', notice, isExpiryHandled: false })).toBe('subscribed')
  expect(formReplacementReason(open, { phase: 'expired', notice, isExpiryHandled: false })).toBe('expired')
})
