import { expect, onTestFinished, test } from 'vitest'
import { templates } from '../support/databases/databases.ts'
import { startReceiver } from '../support/stories/webhook-receiver.ts'
import { send, sendUntilAnswered, type Service } from './hammer.ts'
import { keepDatabase } from './kept-database.ts'
import { startServerProcess } from './server-process.ts'

const kills = 2

test(
  'a server that is killed while it sends webhooks loses none, keeps the order, and repeats deliveries with the same id',
  { timeout: 180_000 },
  async () => {
    const kept = await keepDatabase('postgresql', templates)
    onTestFinished(() => kept.discard())
    const receiver = await startReceiver()
    // Delay each answer, so that there is always a delivery in flight.
    receiver.answer = (_, response) => void setTimeout(() => response.end(), 20)
    let server = await startServerProcess(kept.settings)
    onTestFinished(() => server.kill())
    const { key } = await server.makeOrganization()
    const service = { url: () => server.url, key }
    const ordered = await startReceiver()
    ordered.answer = receiver.answer
    await send(service, 'POST', '/webhook-endpoints', {
      body: { url: receiver.url, event_types: ['customer.created'] },
    })
    await send(service, 'POST', '/webhook-endpoints', { body: { url: ordered.url, mode: 'ordered' } })

    const made: string[] = []
    let goesOn = true
    const making = makeCustomersWhile(service, made, () => goesOn)
    for (let killed = 1; killed <= kills; killed++) {
      const before = receiver.received.length
      await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(before + 5)
      await server.kill()
      // Start the new server as though the leases of the killed server had expired.
      server = await startServerProcess({ ...kept.settings, LEASES_AHEAD_SECONDS: String(killed * 81) })
    }
    goesOn = false
    await making

    const arrived = () => new Set(receiver.received.map(({ event }) => event.data.object.id))
    await expect.poll(() => made.filter((id) => !arrived().has(id)), { timeout: 60_000 }).toEqual([])
    const ids = receiver.received.map(({ headers, event }) => `${headers['webhook-id'] as string} ${event.id}`)
    expect(ids.filter((pair) => pair.split(' ')[0] !== pair.split(' ')[1])).toEqual([])
    expect(new Set(ids).size).toBe(arrived().size)
    const inOrder = () => ordered.received.map(({ event }) => `${event.type} ${event.data.object.id}`)
    // Compare by id, so that a duplicate does not stand in for a delivery that is still in flight.
    const awaited = () => made.filter((id) => !inOrder().includes(`customer.updated ${id}`))
    await expect.poll(awaited, { timeout: 60_000 }).toEqual([])
    const told = inOrder()
    expect(
      made.filter((id) => told.indexOf(`customer.created ${id}`) > told.indexOf(`customer.updated ${id}`)),
    ).toEqual([])
  },
)

const makeCustomersWhile = async (service: Service, made: string[], goesOn: () => boolean): Promise<void> => {
  while (goesOn()) {
    const answer = await sendUntilAnswered(service, goesOn, 'POST', '/customers', { body: {} })
    if (answer?.status !== 200) continue
    const id = answer.body.id as string
    const metadata = { step: '1' }
    const changed = await sendUntilAnswered(service, goesOn, 'PATCH', `/customers/${id}`, { body: { metadata } })
    if (changed?.status === 200) made.push(id)
  }
}
