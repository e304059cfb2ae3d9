import { z } from 'zod'
import { defineReport } from '../definitions'
import { groupThousands, isoDate, storableText, trimToNull } from '../fields'
import { dateRangeQuery, idQuery, noQuery, paging } from '../http/request-params'
import { limits } from '../zod-free/limits'
import { coverDays } from './shop'

export const stockBeyondLimits = `The stock of a product cannot go beyond ${groupThousands(limits.stock)} above or below zero.`

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
  'import',
  'import_undone',
  'returned',
  'return_deleted',
  'return_restored',
  'count',
  'count_undone',
] as const

/** Why a user changed a stock by hand. */
export const adjustmentReasons = ['damaged', 'lost', 'own-use', 'found', 'correction'] as const

/** Why a user changes a stock by hand, and what the user adds. Missing, null and blank mean that it is not said. */
export const stockEditFields = {
  stockReason: z
    .preprocess(
      trimToNull,
      z.enum(adjustmentReasons, `Reason must be one of ${adjustmentReasons.join(', ')}`).nullable(),
    )
    .optional()
    .meta({
      description: 'Why the stock changes. Ignored if it does not',
      example: 'damaged',
    }),
  stockNote: z
    .preprocess(trimToNull, storableText({ label: 'Note', max: limits.stockNote }).nullable())
    .optional()
    .meta({
      description: 'A note on it. Ignored if the stock does not change',
      example: 'Fell off the shelf',
    }),
}

/** A product's ledger, newest first. */
export const stockMovements = defineReport({
  path: 'products/{id}/movements',
  query: z.object(paging),
  row: z.object({
    id: z.int().meta({ example: 1 }),
    productId: z.int().meta({ example: 1 }),
    delta: z.int().meta({ description: 'The change, negative if stock was removed', example: -2 }),
    balance: z.int().meta({ description: 'The stock afterwards', example: 38 }),
    reason: z.enum(stockReasons).meta({ example: 'sale' }),
    saleId: z.int().nullable().meta({ example: 1 }),
    purchaseId: z.int().nullable().meta({ example: null }),
    returnId: z
      .int()
      .nullable()
      .meta({ description: 'Its `saleId` is that of its sale', example: null }),
    countId: z.int().nullable().meta({
      description: 'The stock count that corrected the stock, or that was undone',
      example: null,
    }),
    documentDay: isoDate.nullable().meta({
      description: 'The day of the sale or purchase. null if it was deleted, or if there is none',
      example: '2026-11-21',
    }),
    userName: z.string().meta({ description: 'The user who caused it', example: 'Nora Lindqvist' }),
    createdAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
    adjustmentReason: z.enum(adjustmentReasons).nullable().meta({
      description: 'Why a user changed the stock by hand, if the user said so',
      example: null,
    }),
    note: z.string().nullable().meta({ description: 'What the user added', example: null }),
    unitCost: z.int().nullable().meta({
      description:
        'What one piece cost when a user changed the stock by hand. null for other movements and older ones',
      example: null,
    }),
  }),
})

export type AdjustmentReason = (typeof adjustmentReasons)[number]
export type StockReason = (typeof stockReasons)[number]
export type StockMovement = z.output<typeof stockMovements.row>
export type StockMovementsQuery = z.output<typeof stockMovements.query>

/** What to buy, and how much of it. */
export const reorder = defineReport({
  path: 'reports/reorder',
  query: z.object({ coverDays: coverDays.optional() }),
  row: z.object({
    productId: z.int().meta({ example: 1 }),
    name: z.string().meta({ example: 'Fountain pen' }),
    code: z.string().nullable().meta({ example: '4006381333931' }),
    categoryName: z
      .string()
      .nullable()
      .meta({ description: 'null if the category was deleted', example: 'Stationery' }),
    stock: z.int().meta({ example: 12 }),
    reorderLevel: z.int().nullable().meta({ example: null }),
    reorderTarget: z.int().nullable().meta({ example: null }),
    sold: z.int().meta({
      description: 'Units sold on the counted days and the sold-out ones, less the returned ones',
      example: 45,
    }),
    daysCounted: z.int().meta({
      description: 'The days of the pace: at most 30, without those on which it was sold out',
      example: 30,
    }),
    daysOfCover: z.number().nullable().meta({
      description: 'How long the stock lasts at the pace, cut to tenths. null if nothing was sold',
      example: 8,
    }),
    runsOutOn: isoDate.nullable().meta({
      description: 'The first day that the stock does not cover',
      example: '2026-11-29',
    }),
    supplierId: z.int().nullable().meta({
      description: 'The supplier of the last purchase, among those that still exist',
      example: 1,
    }),
    supplierName: z.string().nullable().meta({ example: 'Papier & Co' }),
    lastCost: z.int().nullable().meta({ description: 'The price of that purchase', example: 11 }),
    cost: z.int().meta({ description: "The product's cost", example: 11 }),
    suggested: z.int().meta({
      description:
        'Units up to the target. Without a target, up to twice the days of cover, and above a level that was set',
      example: 30,
    }),
  }),
})

export type ReorderRow = z.output<typeof reorder.row>
export type ReorderQuery = z.output<typeof reorder.query>

const productMessage = 'productId must be the id of a product'

/** The stock changes by hand, by month in the time zone of the shop and by reason. The newest month comes first. */
export const adjustmentSummary = defineReport({
  path: 'reports/adjustments',
  query: dateRangeQuery.safeExtend({
    productId: idQuery(productMessage).meta({
      description: 'Only the changes of this product',
      example: 1,
    }),
  }),
  row: z.object({
    month: z.string().meta({ description: "By the store's clock", example: '2026-11' }),
    reason: z
      .enum(adjustmentReasons)
      .nullable()
      .meta({ description: 'null if the user gave none', example: 'damaged' }),
    movements: z.int().meta({ description: 'The number of changes', example: 3 }),
    movementsWithoutCost: z.int().meta({
      description: 'Those of which the cost is not known. The values are without them',
      example: 0,
    }),
    unitsAdded: z.int().meta({ example: 0 }),
    unitsRemoved: z.int().meta({ example: 4 }),
    netUnits: z.int().meta({ description: 'unitsAdded - unitsRemoved', example: -4 }),
    valueAdded: z.number().meta({
      description: 'The added units at the cost that their product had at that moment',
      example: 0,
    }),
    valueRemoved: z.number().meta({ description: 'The removed units at cost', example: 44 }),
  }),
})

export type AdjustmentSummaryRow = z.output<typeof adjustmentSummary.row>
export type AdjustmentSummaryQuery = z.output<typeof adjustmentSummary.query>

/** The products whose stock differs from the sum of their ledger. The list should always be empty. */
export const stockReconciliation = defineReport({
  path: 'stock/reconcile',
  query: noQuery,
  row: z.object({
    productId: z.int().meta({ example: 1 }),
    name: z.string().meta({ example: 'Fountain pen' }),
    stock: z.int().meta({ description: 'The stock on the product', example: 40 }),
    ledgerStock: z.int().meta({ description: "The sum of the product's ledger", example: 38 }),
  }),
})

export type StockDifference = z.output<typeof stockReconciliation.row>
