// What a team would otherwise write: Express and Prisma, findMany with include, rows mapped to answers.
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@stockie/api/prisma-client'
import express, { type Request } from 'express'
import { toSale } from '../to-sale'

const db = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }),
})
const app = express()
const oneDay = 86_400_000

function daysOf({ url }: Request) {
  const query = new URLSearchParams(url.split('?')[1])
  const [first, last] = [
    new Date(query.get('startDate') ?? ''),
    new Date(query.get('endDate') ?? ''),
  ]
  return { dates: { gte: first, lte: last }, times: { gte: first, lt: new Date(+last + oneDay) } }
}

app.get('/api/v1/reports/profit-summary', async (request, response) => {
  const { dates, times } = daysOf(request)
  const [sold, bought, spent] = await Promise.all([
    db.sale.aggregate({ _sum: { totalAmount: true }, where: { deletedAt: null, saleDate: dates } }),
    db.purchase.aggregate({
      _sum: { totalAmount: true },
      where: { deletedAt: null, purchaseDate: dates },
    }),
    db.expense.aggregate({ _sum: { amount: true }, where: { deletedAt: null, createdAt: times } }),
  ])
  const totalSales = Number(sold._sum.totalAmount ?? 0)
  const totalPurchases = Number(bought._sum.totalAmount ?? 0)
  const totalExpenses = spent._sum.amount ?? 0
  const profit = Number((totalSales - totalPurchases - totalExpenses).toFixed(2))
  response.json({ totalSales, totalPurchases, totalExpenses, profit })
})

app.get('/api/v1/products', async (_request, response) => {
  const products = await db.product.findMany({
    where: { deletedAt: null },
    include: { category: true },
    orderBy: { id: 'asc' },
  })
  response.json(
    products.map((product) => {
      const { id, name, description, price, cost, stock, categoryId, category } = product
      const { code, reorderLevel, reorderTarget, version } = product
      const categoryName = category.deletedAt ? null : category.name
      const texts = { id, name, description, price, cost, stock, categoryId, categoryName }
      return { ...texts, code, reorderLevel, reorderTarget, version }
    }),
  )
})

app.get('/api/v1/sales', async (request, response) => {
  const sales = await db.sale.findMany({
    where: { deletedAt: null, saleDate: daysOf(request).dates },
    include: { lines: { orderBy: { id: 'asc' } }, createdBy: true },
    orderBy: [{ saleDate: 'desc' }, { id: 'desc' }],
  })
  response.json(sales.map(toSale))
})

app.listen(Number(process.env.PORT), '127.0.0.1')
