import { expect, test } from 'vitest'
import { statusAfter, InvalidTransition, renderLifecycle } from './lifecycle.ts'

const door = { open: { pushed: 'shut' }, shut: { pulled: 'open', locked: 'bolted' }, bolted: {} } as const

test('an allowed change leads to the status in its cell', () => {
  expect(statusAfter<keyof typeof door, string>(door, 'shut', 'locked')).toBe('bolted')
})

test('a change without a cell is refused by an error that names the lifecycle, the status and the trigger', () => {
  const change = () => statusAfter<keyof typeof door, string>(door, 'bolted', 'pulled')

  expect(change).toThrow(InvalidTransition)
  expect(change).toThrow(
    expect.objectContaining({
      name: 'InvalidTransition',
      status: 'bolted',
      trigger: 'pulled',
      message: 'bolted does not allow pulled',
    }),
  )
})

test('a table is printed as a state diagram', () => {
  expect(renderLifecycle(door).split('\n')).toEqual([
    'stateDiagram-v2',
    '  open --> shut: pushed',
    '  shut --> open: pulled',
    '  shut --> bolted: locked',
  ])
})
