import { Problem } from '@billing-checkout/contract'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import type { OperatorDecision } from '../../store/reconcile-first/reconcile-first.ts'

/** An operator's decision about one object. */
export interface DecisionInput extends OperatorDecision {
  readonly id: string
}

/** Returns the operator's name and reason, trimmed. Throws if one of them is blank, because both are stored. */
export const readDecision = ({ who, why }: OperatorDecision): OperatorDecision => {
  const blank = [who.trim() === '' && '--who', why.trim() === '' && '--why'].filter((name) => name !== false)
  if (blank.length > 0) throw new Problem('invalid_parameter', `${blank.join(' and ')} must not be blank.`)
  return { who: who.trim(), why: why.trim() }
}

/** Returns the actions of operators on an object, the oldest first. */
export const actionsOf = async (db: Database, subject: string): Promise<readonly object[]> => {
  const actions = await acrossOrganizations(db, 'operator')
    .selectFrom('auditTrail')
    .select(['recordedAt', 'who', 'what', 'why'])
    .where('objectId', '=', subject)
    .where('why', 'is not', null)
    .orderBy('recordedAt')
    .execute()
  return actions.map(({ recordedAt, who, what, why }) => ({ at: recordedAt, who, what, why }))
}
