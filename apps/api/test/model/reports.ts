import { resourcePaths, type ProfitSummary, type ResourcePath } from '@stockie/contracts'
import { isWithin, storeDay, type Range } from './days'
import { dollars, lineCents, totalCents } from './money'
import { nameOf } from './rows'
import { allAlive, type Paper, type RecordOf, type Shop } from './shop'

export function profitOf(shop: Shop, range: Range): ProfitSummary {
  const sum = (papers: Paper[]) => papers.reduce((cents, paper) => cents + totalCents(paper), 0)
  const sales = sum(papersIn(shop, 'sales', range))
  const purchases = sum(papersIn(shop, 'purchases', range))
  const expenses = allAlive(shop, 'expenses')
    .filter(({ createdAt }) => isWithin(storeDay(createdAt), range))
    .reduce((cents, { amount }) => cents + amount * 100, 0)
  return {
    totalSales: dollars(sales),
    totalPurchases: dollars(purchases),
    totalExpenses: dollars(expenses),
    profit: dollars(sales - purchases - expenses),
  }
}

/** Every product that exists, and every deleted one that moved in the range, by id. */
export function productSummaryOf(shop: Shop, range: Range): object[] {
  const sold = movedIn(shop, 'sales', range)
  const bought = movedIn(shop, 'purchases', range)
  return [...shop.products.values()]
    .filter(({ id, deletion }) => !deletion || sold.has(id) || bought.has(id))
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, name, categoryId }) => ({
      productId: id,
      name,
      categoryName: nameOf(shop, 'categories', categoryId),
      units_sold: sold.get(id)?.units ?? 0,
      units_purchased: bought.get(id)?.units ?? 0,
      total_sales: dollars(sold.get(id)?.cents ?? 0),
      total_purchases: dollars(bought.get(id)?.cents ?? 0),
    }))
}

function movedIn(shop: Shop, resource: 'sales' | 'purchases', range: Range) {
  const moved = new Map<number, { units: number; cents: number }>()
  for (const line of papersIn(shop, resource, range).flatMap(({ lines }) => lines)) {
    const { units, cents } = moved.get(line.productId) ?? { units: 0, cents: 0 }
    moved.set(line.productId, { units: units + line.quantity, cents: cents + lineCents(line) })
  }
  return moved
}

function papersIn(shop: Shop, resource: 'sales' | 'purchases', range: Range): Paper[] {
  return allAlive(shop, resource).filter(({ day }) => isWithin(day, range))
}

export type Deleted = {
  resource: string
  id: number
  name: string
  date: string | null
  amount: number | null
  deletedBy: string
  step: number
  call: number
}

/** Everything deleted: what, by whom, by which call. */
export function deletedOf(shop: Shop): Deleted[] {
  return resourcePaths.flatMap((resource) =>
    [...shop[resource].values()].flatMap((record) => {
      if (!record.deletion) return []
      const { by, step, call } = record.deletion
      return [{ resource, id: record.id, ...shownOf(record), deletedBy: by, step, call }]
    }),
  )
}

function shownOf(record: RecordOf[ResourcePath]): Pick<Deleted, 'name' | 'date' | 'amount'> {
  if ('partyName' in record) {
    return { name: record.partyName, date: record.day, amount: dollars(totalCents(record)) }
  }
  return { name: record.name, date: null, amount: 'amount' in record ? record.amount : null }
}
