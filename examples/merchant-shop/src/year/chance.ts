/** Random decisions that are the same in every run, so that the same script always produces the same year. */
export interface Chance {
  /** True in `cases` of a hundred cases. */
  percent(cases: number): boolean
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Random decisions from a seed, by the generator mulberry32. */
export const chanceOf = (seed: number): Chance => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    percent: (cases) => next() * 100 < cases,
    between,
    pick: (items) => items[between(0, items.length - 1)]!,
  }
}
