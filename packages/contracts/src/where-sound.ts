import type { z } from 'zod'

/**
 * When a rule of several fields is judged: where each of them is sound by itself, so that one mistake
 * is told once, and also while other fields are broken, so that all mistakes are told at once.
 */
export function whereSound(...fields: string[]) {
  return ({ issues }: z.core.ParsePayload): boolean =>
    !issues.some(({ path = [] }) => {
      const field = path.findLast((key) => typeof key === 'string')
      return field === undefined || fields.includes(field)
    })
}
