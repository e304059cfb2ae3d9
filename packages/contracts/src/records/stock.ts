import { z } from 'zod'
import { defineReport } from '../definitions'
import { atMost, grouped } from '../fields'
import { noQuery, paging } from '../http/request-params'
import { limits } from '../zod-free/limits'

export const negativeStock = 'Stock cannot be negative'
export const tooMuchStock = atMost('Stock', limits.integer)
export const stockBeyondLimits = `The stock of a product cannot go beyond ${grouped(limits.stock)} above or below zero.`

type StockEdit = { stock: number; baseStock?: number | undefined }

/**
 * What is wrong with a stock that somebody sets, if anything (DECISIONS 27). One that stays what it
 * was may be anything: sales take a product below zero, and it can be renamed all the same. What it
 * was is the edit's `baseStock`, or without it the stock as it is.
 */
export function checkStockEdit(
  { stock, baseStock }: StockEdit,
  currentStock: number,
): string | null {
  if (stock === (baseStock ?? currentStock)) return null
  if (stock < 0) return negativeStock
  return stock > limits.integer ? tooMuchStock : null
}

/** Why a stock changed. */
export const stockReasons = [
  'opening',
  'adjustment',
  'sale',
  'sale_deleted',
  'sale_restored',
  'purchase',
  'purchase_deleted',
  'purchase_restored',
] as const

/** A product's ledger, newest first. */
export const stockMovements = defineReport({
  path: 'products/{id}/movements',
  query: z.object(paging),
  row: z.object({
    id: z.int().meta({ example: 1 }),
    productId: z.int().meta({ example: 1 }),
    delta: z.int().meta({ description: 'What was added; negative when taken', example: -2 }),
    balance: z.int().meta({ description: 'The stock afterwards', example: 38 }),
    reason: z.enum(stockReasons).meta({ example: 'sale' }),
    saleId: z.int().nullable().meta({ example: 1 }),
    purchaseId: z.int().nullable().meta({ example: null }),
    userName: z.string().meta({ description: 'Whose doing it was', example: 'Nora Lindqvist' }),
    createdAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  }),
})

export type StockReason = (typeof stockReasons)[number]
export type StockMovement = z.output<typeof stockMovements.row>
export type StockMovementsQuery = z.output<typeof stockMovements.query>

/** The products whose stock is not the sum of their ledger: none, ever. */
export const stockReconciliation = defineReport({
  path: 'stock/reconcile',
  query: noQuery,
  row: z.object({
    productId: z.int().meta({ example: 1 }),
    name: z.string().meta({ example: 'Fountain pen' }),
    stock: z.int().meta({ description: 'What the product says', example: 40 }),
    ledgerStock: z.int().meta({ description: 'What its ledger adds up to', example: 38 }),
  }),
})

export type StockDifference = z.output<typeof stockReconciliation.row>
