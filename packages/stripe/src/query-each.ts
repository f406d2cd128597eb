import { isRefusal, classifyFailure } from './classify-failure.ts'

/**
 * Queries each of several objects. If Stripe does not know an object, or its answer is lost, that object gets
 * `unanswered` and the others still get their answers. If every answer is lost, the first failure is thrown, because
 * then no single object is the cause.
 */
export const queryEach = async <Answer>(
  ids: readonly string[],
  query: (id: string) => Promise<Answer>,
  unanswered: (id: string, message: string) => Answer,
): Promise<readonly Answer[]> => {
  const failures: unknown[] = []
  const answers = ids.map((id) =>
    query(id).catch((error: unknown) => {
      const failure = classifyFailure(error)
      if (!isRefusal(failure)) failures.push(error)
      return unanswered(id, 'message' in failure ? failure.message : 'Stripe does not say.')
    }),
  )
  const answered = await Promise.all(answers)
  if (failures.length > 0 && failures.length === ids.length) throw failures[0]
  return answered
}
