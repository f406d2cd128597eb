import { expect, test } from 'vitest'
import type { ParsedNotification, Processor } from '../processor.ts'

/** A notification as it arrives: its body, and its headers by lower-case name. */
export interface SentNotification {
  readonly rawBody: string
  readonly headers: Readonly<Record<string, string>>
}

/** A notification for the suite to make. */
export interface NotificationToSend {
  /** The processor's own id of the notification. */
  readonly id: string
  /**
   * The processor's own id of the dispute or refund that the notification is about; null if it is about nothing that the server queries.
   */
  readonly about: string | null
  /** The wall-clock time of its signature. */
  readonly at: string
  /** The secret that signs the notification. The processor under test accepts the first two, as though its secret were being rotated. */
  readonly signedWith: 'its secret' | 'its former secret' | 'a secret of somebody else'
}

/** Makes a notification like the processor's own. */
export type Notify = (notification: NotificationToSend) => SentNotification

/**
 * Tests what a processor's port promises about notifications. Other tests of the suite show that news is also found without notifications.
 */
export const testNotifications = (processor: () => Processor, notify: Notify): void => {
  const now = '2026-11-22T10:00:00.000Z'
  const usual = { id: 'evt_1', about: 're_1', at: now, signedWith: 'its secret' } as const
  const send = (change: Partial<NotificationToSend> = {}) => notify({ ...usual, ...change })
  const parse = ({ rawBody, headers }: SentNotification, at = now): ParsedNotification =>
    processor().parseNotification!(rawBody, headers, at)
  const genuine = { kind: 'genuine', id: 'evt_1', about: ['re_1'] }

  test.each(['its secret', 'its former secret'] as const)(
    'that is signed with %s says what it is about',
    (signedWith) => {
      expect(parse(send({ signedWith }))).toEqual(genuine)
    },
  )

  test('that arrives twice, late, or out of order is the same notification', () => {
    const [first, later] = [send(), send({ id: 'evt_2', about: 're_2' })]

    const heard = [parse(later), parse(first, '2026-11-22T10:04:00.000Z'), parse(first)]

    expect(heard).toEqual([{ kind: 'genuine', id: 'evt_2', about: ['re_2'] }, genuine, genuine])
  })

  test('that is too old is stale, so that it cannot be replayed', () => {
    expect(parse(send(), '2026-11-22T10:30:00.000Z')).toEqual({ kind: 'stale' })
  })

  test('that is about nothing of ours is genuine, and names nothing to look up', () => {
    expect(parse(send({ about: null }))).toEqual({ ...genuine, about: [] })
  })

  test('that is forged is reported as forged, whatever it contains', () => {
    const { rawBody, headers } = send()
    const forged: readonly SentNotification[] = [
      send({ signedWith: 'a secret of somebody else' }),
      { rawBody: rawBody.replace('re_1', 're_2'), headers },
      { rawBody: '', headers },
      { rawBody, headers: {} },
      { rawBody, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, 'no signature'])) },
      { rawBody: 'not even JSON', headers: { ...headers, 'content-type': 'text/plain' } },
    ]

    expect(forged.map((each) => parse(each))).toEqual(forged.map(() => ({ kind: 'forged' })))
  })
}
