import { expect, test } from 'vitest'
import { parseSettings } from './parse-settings.ts'

const stored = { allowed_origins: ['https://shop.example'], display_name: 'Lantern Books' }

test.each([
  ['allowed_origins=["https://b.example"]', { allowed_origins: ['https://b.example'] }],
  ['allowed_origins+=["https://b.example"]', { allowed_origins: ['https://shop.example', 'https://b.example'] }],
  ['allowed_origins+=https://b.example', { allowed_origins: ['https://shop.example', 'https://b.example'] }],
  ['allowed_origins+=["https://shop.example"]', { allowed_origins: ['https://shop.example'] }],
  ['display_name=1+=2', { display_name: '1+=2' }],
])('--set %s', (assignment, settings) => {
  expect(parseSettings([assignment], stored)).toEqual(settings)
})

test('+= is refused for a setting that is not a list', () => {
  expect(() => parseSettings(['display_name+=x'], stored)).toThrow('--set display_name+= adds to a list')
})
