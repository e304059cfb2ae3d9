import { adjustmentReasons } from '@stockie/contracts'
import { pickAlive, textOf } from '#test/model/choices'
import { days } from '#test/model/day-ranges'
import type { CreatePlan } from '#test/model/sequence-plans'
import { getExisting, isCodeTaken, type Shop } from '#test/model/shop-model'

type RecordPath = CreatePlan['resource']
type BodyChoices = Pick<CreatePlan, 'resource' | 'text' | 'number' | 'link' | 'flaw'> & {
  base?: number
}

export type RecordBody = Record<string, unknown>
/** A request body, and its field that is invalid in every shop, if any. */
type PlannedBody = { body: RecordBody; flaw: string | undefined }

/** Builds the body of a POST, or of a PUT if there is an id. */
export function planBody(choices: BodyChoices, shop: Shop, id?: number): PlannedBody {
  const { resource, number, flaw } = choices
  const body = validBody(choices, shop, id)
  const flaws: { [Path in RecordPath]: RecordBody[] } = {
    customers: [{ name: ' \n' }, { email: 'nobody' }],
    suppliers: [{ name: '' }, { phone: '5'.repeat(51) }],
    categories: [{ name: null }, { name: 'x'.repeat(201) }],
    'expense-categories': [{ name: '' }, { name: 7 }],
    expenses: [{ amount: 0 }, { date: '2026-02-30' }, { amount: 1.5 }, { name: '' }],
    products: [
      { price: 0 },
      { cost: -number },
      { stock: -1, baseStock: 3 },
      { stock: 0.5 },
      { code: 'é' },
      { reorderLevel: -number - 1 },
      { reorderTarget: 1_000_001 },
      // A new product has no reason.
      ...(id === undefined ? [] : [{ stockReason: 'stolen' }, { stockNote: 'x'.repeat(201) }]),
    ],
  }
  const flawedFields = flaw > 20 ? flaws[resource][flaw % flaws[resource].length] : undefined
  return { body: { ...body, ...flawedFields }, flaw: flawedFields && Object.keys(flawedFields)[0] }
}

function validBody(choices: BodyChoices, shop: Shop, id?: number): RecordBody {
  const { resource, number, link } = choices
  const name = textOf(choices.text)
  const optionalFields = number % 3 === 0 ? { description: textOf(choices.text + number) } : {}
  if (resource === 'customers' || resource === 'suppliers') {
    const email = number % 2 === 0 ? `  a${number}@example.com` : ''
    return { name, email, phone: `${number}`, address: number % 5 === 0 ? null : 'Quay 1' }
  }
  if (resource === 'expenses') {
    const expenseCategoryId = pickAlive(shop, 'expense-categories', link)
    // Some have no date, and some the day that the expense has already.
    const date = days[number % (days.length + 3)]
    return { name, amount: number * 7 + 1, expenseCategoryId, date, ...optionalFields }
  }
  if (resource === 'products') {
    const categoryId = pickAlive(shop, 'categories', link)
    const priced = { name, price: number + 2, cost: number + 1, categoryId, ...optionalFields }
    const others = { ...codeOf(choices), ...reorderOf(choices), ...stockReasonOf(choices) }
    return { ...priced, ...others, ...stockOf(choices, shop, id) }
  }
  return { name }
}

/** Three codes, so that products often want the same. The spellings of one are the same code. */
const codes = ['A-1', ' a-1', '036000291452', '0036000291452', 'B', '', null]

function codeOf({ number, link }: BodyChoices): RecordBody {
  return number % 4 === 0 ? { code: codes[link % codes.length] } : {}
}

/** Often missing, so that a product keeps what it has. */
function reorderOf({ number, link }: BodyChoices): RecordBody {
  return {
    ...(number % 5 === 0 && { reorderLevel: link % 3 === 0 ? null : link }),
    ...(number % 7 === 0 && { reorderTarget: link % 3 === 1 ? '' : String(number) }),
  }
}

/** Some edits give no reason, and those that move no stock give one in vain. */
function stockReasonOf({ base, number, link }: BodyChoices): RecordBody {
  if (base === undefined || number % 3 === 2) return {}
  const reasons = [...adjustmentReasons, '', null]
  return { stockReason: reasons[link % reasons.length], stockNote: number % 2 ? ' Wet ' : '' }
}

/** Returns the field if another product has the code. */
export function takenCode(shop: Shop, body: RecordBody, id?: number): string[] {
  const { code } = body
  if (typeof code !== 'string' || code.trim() === '') return []
  return isCodeTaken(shop, code.trim(), id) ? ['code'] : []
}

/** Returns an unchanged stock, a new one, or a change to a base that may be outdated. */
function stockOf({ base, number }: BodyChoices, shop: Shop, id = 0): RecordBody {
  const current = shop.products.get(id)?.stock ?? 0
  if (base === undefined) return { stock: number }
  if (base === 0) return { stock: current, baseStock: current }
  if (base === 1) return { stock: current }
  if (base === 2) return { stock: number }
  return { stock: number, baseStock: current + base - 4 }
}

export function linkOf(
  resource: RecordPath,
  body: RecordBody,
): { resource: 'categories' | 'expense-categories'; id: number; path: string } | undefined {
  if (resource === 'products') {
    return { resource: 'categories', id: Number(body['categoryId']), path: 'categoryId' }
  }
  if (resource !== 'expenses') return undefined
  const path = 'expenseCategoryId'
  return { resource: 'expense-categories', id: Number(body[path]), path }
}

/** Returns the field that references a deleted or unknown record, if any. */
export function missingLinks(shop: Shop, resource: RecordPath, body: RecordBody): string[] {
  const link = linkOf(resource, body)
  return link && !getExisting(shop, link.resource, link.id) ? [link.path] : []
}
