import { z } from 'zod'
import { defineReport } from '../definitions'
import { groupThousands, isoDate } from '../fields'
import { noQuery, paging } from '../http/request-params'
import { limits } from '../zod-free/limits'

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
] as const

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
    documentDay: isoDate.nullable().meta({
      description: 'The day of the sale or purchase. null if it was deleted, or if there is none',
      example: '2026-11-21',
    }),
    userName: z.string().meta({ description: 'The user who caused it', example: 'Nora Lindqvist' }),
    createdAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  }),
})

export type StockReason = (typeof stockReasons)[number]
export type StockMovement = z.output<typeof stockMovements.row>
export type StockMovementsQuery = z.output<typeof stockMovements.query>

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
