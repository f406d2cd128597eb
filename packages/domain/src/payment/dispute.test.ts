import { type DisputeStatus, disputeStatuses } from '@billing-checkout/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDisputeOpen, isMoneyWithdrawn, mayDisputeBecome } from './dispute.ts'

const status = fc.constantFrom(...disputeStatuses)

test('a won dispute stays won whatever the processor answers later, and a lost one can only become won', () => {
  expect(disputeStatuses.filter((told) => mayDisputeBecome('won', told))).toEqual(['won'])
  expect(disputeStatuses.filter((told) => mayDisputeBecome('lost', told))).toEqual(['won', 'lost'])
})

test('the order and the number of the answers do not matter: the latest status counts', () => {
  const course: DisputeStatus[] = ['inquiry', 'needs_response', 'under_review', 'won']
  fc.assert(
    fc.property(fc.shuffledSubarray([...course, ...course], { minLength: 1 }), (heard) => {
      const known = heard.reduce((before, told) => (mayDisputeBecome(before, told) ? told : before))
      const latest = heard.toSorted((one, other) => course.indexOf(other) - course.indexOf(one))[0]

      expect(known).toBe(latest)
    }),
  )
})

test('money is withdrawn while the bank decides and after it decided for the payer, and never by an inquiry', () => {
  fc.assert(
    fc.property(status, (each) => {
      expect(isMoneyWithdrawn(each)).toBe(['needs_response', 'under_review', 'lost'].includes(each))
      expect(isDisputeOpen(each)).toBe(!['won', 'lost', 'inquiry_closed'].includes(each))
    }),
  )
})
