import { z } from 'zod'
import { defineReport } from './define-report'
import { paging } from './paging'

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
