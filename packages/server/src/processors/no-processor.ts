import type { Processor, ProcessorOutcome } from './processor.ts'

/** Stands in if a live server has no processor of its own. It supports no kind of method, so it gets no charges; queries find nothing. */
export const noProcessor: Processor = {
  id: 'none',
  timeoutSeconds: 1,
  keyWindowSeconds: 1,
  needsCardNumber: false,
  methodKinds: [],
  authorize: async () => noConnection,
  capture: async () => noConnection,
  void: async () => noConnection,
  refund: async () => noConnection,
  lookUp: async () => undefined,
  close: async () => undefined,
  settlements: async () => [],
  refunds: async () => [],
  list: async () => ({ transactions: [], next: null }),
  news: async () => ({ disputes: [], refunds: [], next: null }),
  disputes: async () => [],
  reconcile: async () => ({ movements: [], payouts: [], isComplete: true, next: null }),
  forget: async () => {},
  detach: async () => {},
}

const noConnection: ProcessorOutcome = { kind: 'failed', message: 'There is no processor: no connection is routed to.' }
