import { formatCount } from '@/lib/format'

/** For those who do not see the list grow shorter. */
export function countFound(count: number) {
  if (count === 0) return ''
  return count === 1 ? '1 result' : `${formatCount(count)} results`
}
