import { isDeepStrictEqual } from 'node:util'
import type { PartyDocument, PartySummary, ProductHistoryLine } from '@stockie/contracts'
import { storeDay } from '#test/model/day-ranges'
import { dollars, lineCents, totalCents } from '#test/model/amounts'
import { returnedCents, returnedLines } from './expected-returns'
import { listExisting, type Shop, type ShopDocument } from '#test/model/shop-model'

export type Documents = 'sales' | 'purchases'

/** The documents of a party, newest first. */
export function partyHistoryOf(shop: Shop, documents: Documents, partyId: number): PartyDocument[] {
  return documentsOf(shop, documents, partyId).map((document) => ({
    documentId: document.id,
    day: document.day,
    totalAmount: dollars(totalCents(document)),
    units: document.lines.reduce((units, { quantity }) => units + quantity, 0),
    lineCount: document.lines.length,
    productNames: document.lines.slice(0, 3).map(({ productName }) => productName),
    ...(documents === 'sales' && {
      returnedAmount: dollars(returnedOf(shop, documents, document.id).cents),
    }),
  }))
}

/** What came back of a document. Only sales have returns. */
function returnedOf(shop: Shop, documents: Documents, id: number) {
  return documents === 'sales'
    ? { cents: returnedCents(shop, id), lines: returnedLines(shop, id) }
    : { cents: 0, lines: [] }
}

/** The model has fewer documents than a summary counts products in. */
export function partySummaryOf(shop: Shop, documents: Documents, partyId: number): PartySummary {
  const all = documentsOf(shop, documents, partyId)
  const today = storeDay(new Date().toISOString())
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  const recent = all.filter(({ day }) => day > yearAgo && day <= today)
  const [last] = all
  const units = new Map<number, number>()
  for (const { id, lines } of recent) {
    const back = returnedOf(shop, documents, id).lines
    const moves = [...lines, ...back.map((line) => ({ ...line, quantity: -line.quantity }))]
    for (const { productId, quantity } of moves) {
      units.set(productId, (units.get(productId) ?? 0) + quantity)
    }
  }
  const totalsOf = (counted: readonly ShopDocument[]) => {
    const net = (one: ShopDocument) => totalCents(one) - returnedOf(shop, documents, one.id).cents
    return {
      count: counted.length,
      total: dollars(counted.reduce((cents, one) => cents + net(one), 0)),
    }
  }
  return {
    all: totalsOf(all),
    last12Months: totalsOf(recent),
    last: last ? { documentId: last.id, day: last.day } : null,
    topProducts: [...units]
      .filter(([, count]) => count > 0)
      .map(([productId, count]) => ({
        productId,
        name: shop.products.get(productId)?.name ?? '',
        units: count,
      }))
      .toSorted((one, other) => other.units - one.units || one.productId - other.productId)
      .slice(0, 3),
  }
}

/** Describes the first mismatch between the history of a product and the documents of the model. */
export function findHistoryMismatch(
  rows: ProductHistoryLine[],
  shop: Shop,
  documents: Documents,
  productId: number,
): string | undefined {
  const message = `The ${documents} of product ${productId} ${JSON.stringify(rows)}`
  const ids = rows.map(({ lineId }) => lineId)
  // Simultaneous documents may number their lines in any order.
  if (
    !isDeepStrictEqual(
      ids,
      [...new Set(ids)].toSorted((one, other) => other - one),
    )
  ) {
    return `${message} are not in the order of their lines.`
  }
  const expected = listExisting(shop, documents).flatMap(({ id, day, partyName, lines }) =>
    lines
      .filter((line) => line.productId === productId)
      .map(({ price, quantity }) => {
        const total = dollars(lineCents({ price, quantity }))
        return JSON.stringify({ documentId: id, day, partyName, price, quantity, total })
      }),
  )
  const actual = rows.map(({ lineId: _lineId, ...row }) => JSON.stringify(row))
  if (isDeepStrictEqual(actual.toSorted(), expected.toSorted())) return undefined
  return `${message} should be:\n  ${expected.join('\n  ')}`
}

function documentsOf(shop: Shop, documents: Documents, partyId: number): ShopDocument[] {
  return listExisting(shop, documents)
    .filter((document) => document.partyId === partyId)
    .toSorted((one, other) => other.day.localeCompare(one.day) || other.id - one.id)
}
