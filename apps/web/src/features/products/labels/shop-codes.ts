import {
  codeForms,
  findWrongCheckDigit,
  type Product,
  type ProductUpdate,
} from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import { ApiError, request } from '@/lib/api/api-client'

/** EAN-13 reserves the numbers that begin with 2 for use inside a shop. */
const prefix = '2'

/** The codes that a product can get, the best first. They contain the number of the product. */
export function shopCodesOf(id: number): string[] {
  const number = String(id).padStart(10, '0')
  return Array.from({ length: 10 }, (_, attempt) => withCheckDigit(`${prefix}${attempt}${number}`))
}

function withCheckDigit(digits: string) {
  return `${digits}${findWrongCheckDigit(`${digits}0`)?.expected ?? 0}`
}

interface CodeRequest {
  product: Product
  /** The products of the list, whose codes are taken. */
  rows: readonly Product[]
}

/** Gives a product a free code. Another user may take one meanwhile: then the API names the field. */
export const createShopCode = mutationOptions({
  mutationFn: async ({ product, rows }: CodeRequest) => {
    const taken = new Set(rows.flatMap(({ code }) => (code ? codeForms(code) : [])))
    const free = shopCodesOf(product.id).filter((code) => !taken.has(code))
    let refusal: unknown
    for (const code of free) {
      try {
        return await saveCode(product, code)
      } catch (error) {
        if (!isTaken(error)) throw error
        refusal = error
      }
    }
    const detail = 'No code is free for this product. Enter one in its form.'
    throw refusal ?? new ApiError(409, { detail })
  },
  meta: {
    success: 'Product updated successfully.',
    failure: 'Failed to update product. Please try again.',
  },
})

/** All other fields stay. The API refuses the save if another user has changed the product. */
function saveCode(product: Product, code: string) {
  const { id, version, name, description, price, cost, stock, categoryId } = product
  const body: ProductUpdate = {
    name,
    description,
    price,
    cost,
    stock,
    categoryId,
    code,
    // Sales that were made since count.
    baseStock: stock,
  }
  return request<Product>('PUT', `/products/${id}`, { body, version })
}

function isTaken(error: unknown) {
  return error instanceof ApiError && error.errors.some(({ path }) => path === 'code')
}
