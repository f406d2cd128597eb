import type { Timestamp } from '@billing-checkout/domain'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { KnownCall } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'

/** What is known here of an attempt that its processor is asked about. */
export const knownCallOf = ({
  kind,
  preparedId,
  request: { openedAt },
}: Pick<AttemptRow, 'kind' | 'preparedId' | 'request'>): KnownCall => ({ kind, transactionId: preparedId, openedAt })

interface Calling extends Pick<AttemptRow, 'preparedId'> {
  readonly openedAt: Timestamp
}

/** What is known here of a call that is made just now. */
export const knownOf = ({ preparedId, openedAt }: Calling, { kind, request }: ProcessorCall): KnownCall => ({
  kind: kind === 'authorize' && request.amount === 0 ? 'verify' : kind,
  transactionId: preparedId,
  openedAt,
})
