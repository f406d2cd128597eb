import { describe, expect, test } from 'vitest'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { unpromptedNotice } from '../../messages/notice.ts'
import type { Phase } from '../../checkout/state/phase.ts'
import { formStateOf, type FormSource } from './form-state.ts'

const stateIn = (phase: Phase, changes: Partial<FormSource> = {}) =>
  formStateOf({
    view: { checkout: aCheckout() },
    controller: { phase, notice: null },
    card: { state: 'ready' },
    ...changes,
  })

test('a form whose session is being read has room for a card and no button', () => {
  const loading = { needsMethod: true, isLoading: true, isBusy: true }

  expect(stateIn('ready', { view: null })).toEqual(loading)
  expect(stateIn('ready', { controller: null })).toEqual(loading)
})

describe('the later parts of the element are not loaded', () => {
  test('until a card can be typed', () => {
    expect(stateIn('ready', { card: { state: 'loading' } }).isLoading).toBe(true)
    expect(stateIn('ready').isLoading).toBe(false)
  })

  test('unless there is a notice', () => {
    const controller = { phase: 'ready', notice: unpromptedNotice('frame_unavailable') } as const

    expect(stateIn('ready', { controller, card: { state: 'loading' } }).isLoading).toBe(false)
  })

  test.each<Phase>(['paying', 'declined', 'checking', 'paid', 'expired'])('unless it is %s', (phase) => {
    expect(stateIn(phase, { card: { state: 'loading' } }).isLoading).toBe(false)
  })

  test('unless no card is needed', () => {
    const view = { checkout: aCheckout({ purpose: 'resume' }) }

    expect(stateIn('ready', { view, card: { state: 'loading' } }).isLoading).toBe(false)
  })
})

test.each([
  [{ purpose: 'subscribe', trial: 'free' }, true],
  [{ purpose: 'update_method' }, true],
  [{ purpose: 'change_plan' }, true],
  [{ purpose: 'change_plan', isFreeChange: true }, false],
  [{ purpose: 'resume' }, false],
] as const)('%o asks for a method: %s', (wishes, hasMethod) => {
  expect(stateIn('ready', { view: { checkout: aCheckout(wishes) } }).needsMethod).toBe(hasMethod)
})

test.each<[Phase, boolean]>([
  ['ready', false],
  ['paying', true],
  ['confirming', true],
  ['checking', true],
  ['declined', false],
  ['paid', true],
  ['expired', false],
])('a form that is %s is busy: %s', (phase, isBusy) => {
  expect(stateIn(phase).isBusy).toBe(isBusy)
})
