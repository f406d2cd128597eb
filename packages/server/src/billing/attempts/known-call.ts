import type { KnownCall } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'

/** What is known here of an attempt that its processor is asked about. */
export const knownCallOf = ({
  kind,
  preparedId,
  request: { openedAt },
}: Pick<AttemptRow, 'kind' | 'preparedId' | 'request'>): KnownCall => ({ kind, transactionId: preparedId, openedAt })
