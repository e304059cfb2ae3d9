import { grouped } from './grouped'
import { limits } from './limits'
import { atMost } from './number-fields'

export const negativeStock = 'Stock cannot be negative'
export const tooMuchStock = atMost('Stock', limits.integer)
export const stockBeyondLimits = `The stock of a product cannot go beyond ${grouped(limits.stock)} above or below zero.`

type StockEdit = { stock: number; baseStock?: number | undefined }

/**
 * What is wrong with a stock that somebody sets, if anything (DECISIONS 27). One that stays what it
 * was may be anything: sales take a product below zero, and it can be renamed all the same. What it
 * was is the edit's `baseStock`, or without it the stock as it is.
 */
export function stockRefusal({ stock, baseStock }: StockEdit, currentStock: number): string | null {
  if (stock === (baseStock ?? currentStock)) return null
  if (stock < 0) return negativeStock
  return stock > limits.integer ? tooMuchStock : null
}
