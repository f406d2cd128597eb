import { isRefusal, whatHappened } from './what-happened.ts'

/**
 * Queries each of several objects. One that Stripe does not know, or whose answer is lost, gets `unanswered`, so that the others still get
 * their answers. If every answer is lost, no object is to blame, and the first failure is thrown.
 */
export const askAboutEach = async <Answer>(
  ids: readonly string[],
  ask: (id: string) => Promise<Answer>,
  unanswered: (id: string, message: string) => Answer,
): Promise<readonly Answer[]> => {
  const failures: unknown[] = []
  const answers = ids.map((id) =>
    ask(id).catch((error: unknown) => {
      const failure = whatHappened(error)
      if (!isRefusal(failure)) failures.push(error)
      return unanswered(id, 'message' in failure ? failure.message : 'Stripe does not say.')
    }),
  )
  const answered = await Promise.all(answers)
  if (failures.length > 0 && failures.length === ids.length) throw failures[0]
  return answered
}
