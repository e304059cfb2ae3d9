import { requireEntry } from '../bulk-load/row-buffer'
import { enterExpense } from '../bulk-load/records'
import { addDays, weekdayOf } from '../days'
import type { Demo } from './demo-state'

/** The categories of a shop's bills. A bill due on a closed day is paid on the next open one. */
export const expenseCategories = [
  'Rent',
  'Utilities',
  'Wages',
  'Packaging',
  'Repairs',
  'Advertising',
  'Office & Software',
  'Sundries',
] as const

interface Bill {
  name: string
  category: (typeof expenseCategories)[number]
  /** The minimum and maximum, in whole dollars. */
  amount: readonly [number, number]
  description?: string
}

/** `due` is the day of the month. */
const monthlyBills: readonly (Bill & { due: number })[] = [
  {
    due: 1,
    name: 'Shop rent',
    category: 'Rent',
    amount: [2600, 2600],
    description: '12 Alder Street',
  },
  {
    due: 3,
    name: 'Contents and liability insurance',
    category: 'Office & Software',
    amount: [165, 165],
  },
  { due: 5, name: 'Bookkeeping software', category: 'Office & Software', amount: [39, 39] },
  { due: 8, name: 'Internet and telephone', category: 'Utilities', amount: [79, 79] },
  { due: 12, name: 'Electricity', category: 'Utilities', amount: [190, 320] },
  { due: 14, name: 'Water and waste', category: 'Utilities', amount: [82, 96] },
  { due: 18, name: 'Card terminal fees', category: 'Office & Software', amount: [95, 160] },
  {
    due: 25,
    name: 'Storage room rent',
    category: 'Rent',
    amount: [240, 240],
    description: 'Mill Lane',
  },
]

/** `due` is the weekday, 1 being Monday. */
const weeklyBills: readonly (Bill & { due: number })[] = [
  { due: 1, name: 'Window cleaner', category: 'Repairs', amount: [35, 35] },
  { due: 6, name: 'Wages, shop assistants', category: 'Wages', amount: [1280, 1490] },
]

/** `chance` is the probability on any open day. */
const occasionalBills: readonly (Bill & { chance: number })[] = [
  { chance: 0.07, name: 'Paper bags and tissue', category: 'Packaging', amount: [60, 140] },
  { chance: 0.05, name: 'Shipping cartons', category: 'Packaging', amount: [45, 120] },
  { chance: 0.03, name: 'Gift ribbon and labels', category: 'Packaging', amount: [25, 70] },
  { chance: 0.05, name: 'Local paper, quarter page', category: 'Advertising', amount: [120, 180] },
  { chance: 0.05, name: 'Newsletter and social media', category: 'Advertising', amount: [40, 110] },
  { chance: 0.01, name: 'Espresso machine service', category: 'Repairs', amount: [140, 290] },
  { chance: 0.02, name: 'Electrician', category: 'Repairs', amount: [90, 260] },
  {
    chance: 0.04,
    name: 'Printer paper and till rolls',
    category: 'Office & Software',
    amount: [18, 55],
  },
]

/** Petty cash, also with a probability per open day, but always paid on the last day. */
const dailyBills: readonly (Bill & { chance: number })[] = [
  { chance: 0.3, name: 'Milk for the tasting bar', category: 'Sundries', amount: [8, 16] },
  { chance: 0.2, name: 'Flowers for the counter', category: 'Sundries', amount: [14, 24] },
  { chance: 0.15, name: 'Courier', category: 'Packaging', amount: [9, 28] },
]

/** Enters the expenses of one open day, in opening hours and in the order of time. */
export function payBills(demo: Demo, day: string): void {
  const { random } = demo
  const sinceLastOpen = daysAfter(demo.previousDay, day)
  const bills = [
    ...monthlyBills.filter(({ due }) => sinceLastOpen.some((d) => Number(d.slice(8)) === due)),
    ...weeklyBills.filter(({ due }) => sinceLastOpen.some((d) => weekdayOf(d) === due)),
    ...occasionalBills.filter(({ chance }) => random.chance(chance)),
    ...dailyBills.filter(({ chance }) => random.chance(chance) || day === demo.today),
  ]
  let minute = 9 * 60
  for (const bill of bills) {
    minute += random.int(2, 16)
    payBill(demo, bill, demo.at(day, minute))
  }
}

function daysAfter(previous: string, day: string): string[] {
  const days: string[] = []
  for (let next = addDays(previous, 1); next <= day; next = addDays(next, 1)) days.push(next)
  return days
}

function payBill({ buffer, random, expenseCategoryIds }: Demo, bill: Bill, moment: string) {
  const { name, description, category, amount } = bill
  const expense = {
    name,
    description,
    amount: random.int(...amount),
    expenseCategoryId: requireEntry(expenseCategoryIds, category),
  }
  return enterExpense(buffer, expense, moment)
}
