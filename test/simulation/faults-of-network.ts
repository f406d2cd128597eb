import type { Fault, ProcessorOperation } from '../support/processors/faulty-processor.ts'

/** The possible faults of each call to a processor. A fault that is listed twice is drawn twice as often. */
export type NetworkFaults = Readonly<Record<ProcessorOperation, readonly Fault[]>>

/** The faults of a bad network, and further faults for some calls. */
export const networkFaults = (more: Partial<NetworkFaults>): NetworkFaults => ({
  authorize: [...anyFault, ...(more.authorize ?? [])],
  verify: [...anyFault, ...(more.verify ?? [])],
  capture: [...anyFault, 'refuses', ...(more.capture ?? [])],
  void: [...anyFault, ...(more.void ?? [])],
  refund: [...anyFault, ...(more.refund ?? [])],
  lookUp: ['breaks before'],
  settlements: ['breaks before'],
  refunds: ['breaks before'],
  close: ['breaks before'],
  list: ['breaks before'],
})

const anyFault: readonly Fault[] = [
  'slow',
  'never arrives',
  'never arrives',
  'arrives late',
  'answer lost',
  'delivered twice',
  'breaks before',
  'breaks after',
]
