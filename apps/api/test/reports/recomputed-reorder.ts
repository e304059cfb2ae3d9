import type { ReorderRow } from '@stockie/contracts'
import type { Pool } from 'pg'
import { dayIn } from '#src/time'

type Asked = { zone: string; coverDays: number; today: string }
type Product = {
  name: string
  code: string | null
  category: string
  cost: number
  level: number | null
  target: number | null
}
type Moved = { delta: number; at: Date }
type Units = { day: string; units: number }
type Bought = { supplierId: number; supplierName: string; price: number }

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Recomputes the row of one product in TypeScript, day by day from the first movement on. The row is null if the
 * product is not to be reordered.
 */
export async function recomputeReorder(pool: Pool, productId: number, asked: Asked) {
  const { zone, coverDays, today } = asked
  const read = async <Row extends object>(text: string) =>
    (await pool.query<Row>(text, [productId])).rows
  const [product] = await read<Product>(
    `select products.name, code, categories.name as category, cost, reorder_level as level,
       reorder_target as target from products join categories on categories.id = category_id
     where products.id = $1`,
  )
  if (!product) throw new Error('There is no such product.')
  const moved = await read<Moved>(
    'select delta, created_at as at from stock_movements where product_id = $1 order by id',
  )
  const soldUnits = await read<Units>(
    `select sale_date as day, quantity as units from sale_lines join sales on sales.id = sale_id
     where product_id = $1 and deleted_at is null`,
  )
  const returnedUnits = await read<Units>(
    `select return_date as day, quantity as units from return_lines
       join returns on returns.id = return_id where product_id = $1 and deleted_at is null`,
  )
  const [bought] = await read<Bought>(
    `select suppliers.id as "supplierId", suppliers.name as "supplierName", price
     from purchase_lines join purchases on purchases.id = purchase_id
       join suppliers on suppliers.id = supplier_id
     where product_id = $1 and purchases.deleted_at is null and suppliers.deleted_at is null
     order by purchase_date desc, purchase_lines.id desc limit 1`,
  )

  const movements = moved.map(({ delta, at }) => ({ delta, day: dayIn(zone, at) }))
  const stockAfter = (day: string) => sum(movements.filter((one) => one.day <= day))
  const stock = movements.reduce((total, { delta }) => total + delta, 0)

  const days: string[] = []
  let soldOutDays = 0
  const first = movements[0]?.day ?? today
  for (let day = addDays(today, -30); day < today; day = addDays(day, 1)) {
    if (day < first) continue
    const isSold = soldUnits.some((one) => one.day === day)
    const isEmpty = stockAfter(addDays(day, -1)) <= 0 && stockAfter(day) <= 0
    if (isEmpty && !isSold) soldOutDays += 1
    else days.push(day)
  }
  const isInWindow = ({ day }: Units) => day >= first && day >= addDays(today, -30) && day < today
  const unitsOf = (list: Units[]) =>
    list.filter(isInWindow).reduce((total, { units }) => total + units, 0)
  const sold = Math.max(0, unitsOf(soldUnits) - unitsOf(returnedUnits))

  const lasts = sold > 0 ? (Math.max(0, stock) * days.length) / sold : null
  const level = product.level ?? 9
  if (stock > level && (lasts === null || lasts >= coverDays)) return { row: null, soldOutDays }

  const cover = sold > 0 ? Math.ceil((2 * coverDays * sold) / days.length) : 0
  const wanted = product.target ?? Math.max(cover, product.level === null ? 0 : product.level + 1)
  const row: ReorderRow = {
    productId,
    name: product.name,
    code: product.code,
    categoryName: product.category,
    stock,
    reorderLevel: product.level,
    reorderTarget: product.target,
    sold,
    daysCounted: days.length,
    daysOfCover:
      lasts === null ? null : Math.floor((Math.max(0, stock) * days.length * 10) / sold) / 10,
    runsOutOn: lasts === null ? null : addDays(today, Math.floor(lasts)),
    supplierId: bought?.supplierId ?? null,
    supplierName: bought?.supplierName ?? null,
    lastCost: bought?.price ?? null,
    cost: product.cost,
    suggested: Math.max(0, wanted - stock),
  }
  return { row, soldOutDays }
}

function sum(movements: { delta: number }[]): number {
  return movements.reduce((total, { delta }) => total + delta, 0)
}
