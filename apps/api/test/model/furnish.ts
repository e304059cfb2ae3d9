import type { CreatePlan, Step } from './plan'

type Furniture = [resource: CreatePlan['resource'], text: number, number: number]

/** What there is when a sequence begins, entered like all else: what others name comes first. */
const before: Furniture[] = [
  ['categories', 0, 0],
  ['categories', 1, 0],
  ['expense-categories', 0, 0],
  ['customers', 2, 1],
  ['customers', 3, 2],
  ['suppliers', 4, 3],
  ['suppliers', 0, 4],
]
const after: Furniture[] = [
  ['products', 1, 20],
  ['products', 2, 9],
  ['products', 3, 0],
  ['expenses', 4, 10],
]

export const furnishing: Step[] = [before, after].map((furniture) => ({
  calls: furniture.map(([resource, text, number], index) => {
    const choices = { resource, text, number, link: index, flaw: 0 }
    return { does: 'create', user: index, api: index % 2, ...choices }
  }),
  reader: 0,
  range: 0,
  list: 0,
}))
