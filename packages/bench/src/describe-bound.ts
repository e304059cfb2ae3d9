import type { Bound } from './row'

export function describeBound(bound: Bound): string {
  return 'atLeast' in bound ? `>= ${bound.atLeast}` : `<= ${bound.atMost}`
}
