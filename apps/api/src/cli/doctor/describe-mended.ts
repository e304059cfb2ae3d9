import { asTypedHere } from '@/main/as-typed-here'
import type { Mended } from './mend-products'

/** What was set to what the movements come to, a line each, and what is to do now. */
export function describeMended({ products, balances }: Mended): string {
  if (products.length === 0 && balances === 0) {
    return 'Every stock is what its movements come to: nothing was changed.'
  }
  const lines = products.map(
    ({ id, name, was, stock }) => `${name} (id ${id}): the stock was ${was}, and is ${stock} now.`,
  )
  if (balances > 0) {
    lines.push(
      `Balances that were not the sum of the movements up to them, and are now: ${balances}.`,
    )
  }
  if (products.length > 0) {
    lines.push('Count these products, and correct under Products what is not on the shelf.')
  }
  return [...lines, asTypedHere('See npm run doctor for whatever else is wrong.')].join('\n')
}
