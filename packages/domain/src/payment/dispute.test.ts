import { type DisputeStatus, disputeStatuses } from '@billing-checkout/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDisputeOpen, isMoneyWithdrawn, mayDisputeBecome } from './dispute.ts'

const status = fc.constantFrom(...disputeStatuses)

test('what is won stays won whatever is heard afterwards, and what is lost is won at most', () => {
  expect(disputeStatuses.filter((told) => mayDisputeBecome('won', told))).toEqual(['won'])
  expect(disputeStatuses.filter((told) => mayDisputeBecome('lost', told))).toEqual(['won', 'lost'])
})

test('answers in any order and however often lead to the same as the latest of them', () => {
  const course: DisputeStatus[] = ['inquiry', 'needs_response', 'under_review', 'won']
  fc.assert(
    fc.property(fc.shuffledSubarray([...course, ...course], { minLength: 1 }), (heard) => {
      const known = heard.reduce((before, told) => (mayDisputeBecome(before, told) ? told : before))
      const latest = heard.toSorted((one, other) => course.indexOf(other) - course.indexOf(one))[0]

      expect(known).toBe(latest)
    }),
  )
})

test('money is withdrawn while the bank decides and where it has decided for the payer, and never by a question', () => {
  fc.assert(
    fc.property(status, (each) => {
      expect(isMoneyWithdrawn(each)).toBe(['needs_response', 'under_review', 'lost'].includes(each))
      expect(isDisputeOpen(each)).toBe(!['won', 'lost', 'inquiry_closed'].includes(each))
    }),
  )
})
