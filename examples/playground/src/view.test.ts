import { expect, test } from 'vitest'
import { stateGroups, states } from './states.ts'
import { queryOf, viewOf } from './view.ts'

const view = (query: string) => viewOf(new URLSearchParams(query))

test('an address says the whole view, and no more than it has to', () => {
  const query = 'state=declined&theme=midnight&scheme=dark&locale=ar&dir=ltr&width=360&mode=live'

  expect(queryOf(view(query))).toBe(query)
  expect(queryOf(view(''))).toBe('')
})

test.each(['state=constructor', 'theme=%3Cscript%3E', 'locale="><', 'width=1e9', 'width=-5', 'dir=up', 'scheme='])(
  'what an address says wrongly is as on a first visit: %s',
  (query) => {
    expect(view(query)).toEqual(view(''))
  },
)

test('no two states have one name', () => {
  expect(Object.keys(states)).toHaveLength(Object.values(stateGroups).flatMap(Object.keys).length)
})
