import type { Mutation } from './mutation.ts'

/** Every edit that some test has to notice. */
export const mutations: readonly Mutation[] = []
