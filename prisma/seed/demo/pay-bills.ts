import { known } from '../book'
import { addDays, at, weekdayOf } from '../days'
import { enterExpense } from '../records'
import type { Demo } from './demo-state'
import { type Bill, dailyBills, monthlyBills, occasionalBills, weeklyBills } from './expenses'

/** What is paid on one open day, in business hours and in the order of the clock. */
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
    payBill(demo, bill, at(day, minute))
  }
}

function daysAfter(previous: string, day: string): string[] {
  const days: string[] = []
  for (let next = addDays(previous, 1); next <= day; next = addDays(next, 1)) days.push(next)
  return days
}

function payBill({ book, random, expenseCategoryIds }: Demo, bill: Bill, moment: string) {
  const { name, description, category, amount } = bill
  const expense = {
    name,
    description,
    amount: random.int(...amount),
    expenseCategoryId: known(expenseCategoryIds, category),
  }
  return enterExpense(book, expense, moment)
}
