/** The median of some numbers. If their count is even, the higher of the middle two. Throws if there are no numbers. */
export const median = (numbers: readonly number[]): number => {
  const middle = numbers.toSorted((one, other) => one - other)[numbers.length >> 1]
  if (middle === undefined) throw new TypeError('There is no median of nothing.')
  return middle
}
