import { Problem } from '@billing-checkout/contract'
import type { Decided } from '../../store/reconcile-first/reconcile-first.ts'

/** Checks the name of the operator who acts by hand, and the reason: both are stored, so neither may be blank. */
export const whoActs = ({ who, why }: Decided): Decided => {
  const blank = [who.trim() === '' && '--who', why.trim() === '' && '--why'].filter((name) => name !== false)
  if (blank.length > 0) throw new Problem('invalid_parameter', `${blank.join(' and ')} must not be blank.`)
  return { who: who.trim(), why: why.trim() }
}
