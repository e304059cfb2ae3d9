import { formatCount } from '@/lib/format'

/** Why something else counts than what was typed as a quantity; undefined where that counts itself. */
export function quantityFault(text: string, max: number) {
  if (!/^-?\d+$/.test(text.trim())) return 'Not a whole number'
  if (Number(text) < 1) return 'Less than 1'
  return Number(text) > max ? `More than ${formatCount(max)}` : undefined
}
