import type { Plan } from '@billing-checkout/client'
import { openConfirmation } from '../parts/form-dialog.ts'
import type { Context } from '../shell/context.ts'

/** Archives a plan or discount, or unarchives it if it is archived; resolves with `true` once done. */
export const openArchiveDialog = (
  { client, say }: Context,
  kind: 'plan' | 'discount',
  { id, archived_at: at }: Pick<Plan, 'id' | 'archived_at'>,
): Promise<boolean> => {
  const isArchived = at !== null
  const body = { archived: !isArchived }
  return openConfirmation({
    say,
    heading: say(isArchived ? 'offer.unarchive' : 'offer.archive'),
    hint: say(isArchived ? `${kind}.unarchiveHint` : `${kind}.archiveHint`),
    act: () => (kind === 'plan' ? client.updatePlan(id, body) : client.updateDiscount(id, body)),
    done: say(isArchived ? 'offer.isBack' : 'offer.isArchived'),
  })
}
