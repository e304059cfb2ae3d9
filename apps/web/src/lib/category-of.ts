import type { Product } from '@stockie/contracts'

/** A product keeps the category that was deleted, and nobody can tell which that was. */
export function categoryOf({ categoryName }: Pick<Product, 'categoryName'>) {
  return categoryName ?? 'Unknown'
}
