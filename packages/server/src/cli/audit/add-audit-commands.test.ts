import { expect, test } from 'vitest'
import { describeVerification } from './add-audit-commands.ts'

test('sentences describe the verified audit log, even an empty one', () => {
  const nothing = { links: 0, dropped: 0, head: { number: 0, hash: '' }, findings: [] }
  const whole = { links: 3, dropped: 4, head: { number: 7, hash: 'abc' }, findings: [] }
  const said = [nothing, { ...whole, dropped: 0 }, whole, { ...whole, findings: ['The link 6 of the chain is gone.'] }]

  expect(said.map(describeVerification)).toEqual([
    'The chain has no link yet. The first is made seconds after the first write, by a process that runs the jobs.',
    'All 3 links are whole. The head is 7 abc.',
    'All 3 links are whole. The 4 before them were dropped by AUDIT_MONTHS_KEPT, which is signed. The head is 7 abc.',
    'The link 6 of the chain is gone.\n1 findings in 3 links.',
  ])
})
