/** Returns an answer, or throws `late()` after `millis` milliseconds. The work itself is not cancelled, and its later result is ignored. */
export const awaitWithin = async <Answer>(
  millis: number,
  answer: Promise<Answer>,
  late: () => Error,
): Promise<Answer> => {
  const tooLate = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLate.reject(late()), millis)
  try {
    return await Promise.race([answer, tooLate.promise])
  } finally {
    clearTimeout(timer)
  }
}
