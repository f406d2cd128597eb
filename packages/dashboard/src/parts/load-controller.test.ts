import type { ReactiveControllerHost } from 'lit'
import { expect, test } from 'vitest'
import { LoadController } from './load-controller.ts'

/** A host that shows the object with an id. `answers` has a function for each request that waits for its answer. */
const aHost = (options?: { readonly keepsFormer: boolean }) => {
  let id = 'a'
  const answers: ((value: string) => void)[] = []
  const host: ReactiveControllerHost = {
    addController: () => {},
    removeController: () => {},
    requestUpdate: () => {},
    updateComplete: Promise.resolve(true),
  }
  const load = () => new Promise<string>((resolve) => answers.push(resolve))
  const loaded = new LoadController(host, () => id, load, options)
  const show = (next: string): void => {
    id = next
    loaded.hostUpdate()
  }
  const answer = async (value: string): Promise<void> => {
    answers.pop()?.(value)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { loaded, show, answer }
}

test('nothing of one object is shown while the next one loads', async () => {
  const { loaded, show, answer } = aHost()
  show('a')
  await answer('the first')
  const first = loaded.value
  show('b')
  const between = [loaded.value, loaded.isLoading]
  await answer('the second')

  expect([first, between, loaded.value]).toEqual(['the first', [undefined, true], 'the second'])
})

test('an object that is loaded again stays until its new state arrives', async () => {
  const { loaded, show, answer } = aHost()
  show('a')
  await answer('before')
  void loaded.reload()
  const between = loaded.value
  await answer('after')

  expect([between, loaded.value]).toEqual(['before', 'after'])
})

test('a list stays while its next page loads', async () => {
  const { loaded, show, answer } = aHost({ keepsFormer: true })
  show('page 1')
  await answer('rows')
  show('page 2')

  expect([loaded.value, loaded.isLoading]).toEqual(['rows', true])
})
