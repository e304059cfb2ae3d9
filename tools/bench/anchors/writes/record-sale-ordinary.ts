// What a team would otherwise write: Express and an interactive Prisma transaction, one query after the
// other.
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@stockie/api/prisma-client'
import type { SaleInput } from '@stockie/contracts'
import express from 'express'
import { toSale } from '../to-sale'

const db = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }),
})
const app = express()
const userId = 1

app.post('/api/v1/sales', express.json(), async (request, response) => {
  const body: SaleInput = request.body
  const key = request.get('idempotency-key') ?? ''
  const ids = body.saleDetails.map(({ productId }) => productId)
  const sale = await db.$transaction(async (transaction) => {
    const customer = await transaction.customer.findFirstOrThrow({
      where: { id: body.customerId, deletedAt: null },
    })
    const products = await transaction.product.findMany({
      where: { id: { in: ids }, deletedAt: null },
    })
    const byId = new Map(products.map((product) => [product.id, product]))
    const recorded = await transaction.sale.create({
      data: {
        saleDate: new Date(body.saleDate),
        customerId: customer.id,
        customerName: customer.name,
        subtotal: body.saleDetails.reduce((sum, { total }) => sum + total, 0),
        discount: body.discount,
        shippingFees: body.shippingFees,
        totalAmount: body.totalAmount,
        remark: body.remark,
        createdById: userId,
        lines: {
          createMany: {
            data: body.saleDetails.map((line) => {
              const { name = '', cost } = byId.get(line.productId) ?? {}
              return { ...line, productName: name, cost }
            }),
          },
        },
      },
      include: { lines: { orderBy: { id: 'asc' } }, createdBy: true },
    })
    // All sales lock products in the same order, or two of them would deadlock.
    const sorted = body.saleDetails.toSorted((one, other) => one.productId - other.productId)
    await transaction.stockMovement.createMany({
      data: sorted.map(({ productId, quantity }) => {
        return { productId, delta: -quantity, reason: 'sale', saleId: recorded.id, userId }
      }),
    })
    const requestHash = createHash('sha256').update(JSON.stringify(body)).digest()
    await transaction.idempotencyRecord.create({
      data: { userId, resource: 'sales', key, requestHash, documentId: recorded.id },
    })
    return recorded
  })
  response.status(201).json(toSale(sale))
})

app.listen(Number(process.env.PORT), '127.0.0.1')
