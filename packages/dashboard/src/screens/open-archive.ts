import { openConfirmation } from '../parts/form-dialog.ts'
import type { Context } from '../shell/context.ts'

/** Archives or unarchives a plan or discount; resolves with `true` once done. `hint` explains the consequence to the user. */
export const openArchive = (
  { say }: Pick<Context, 'say'>,
  {
    isArchived,
    hint,
    change,
  }: {
    readonly isArchived: boolean
    readonly hint: string
    readonly change: (body: { readonly archived: boolean }) => Promise<unknown>
  },
): Promise<boolean> =>
  openConfirmation({
    say,
    heading: say(isArchived ? 'offer.unarchive' : 'offer.archive'),
    hint,
    act: () => change({ archived: !isArchived }),
    done: say(isArchived ? 'offer.isBack' : 'offer.isArchived'),
  })
