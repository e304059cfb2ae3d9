import { expenses } from '@stockie/contracts'
import { describeRecords } from '@/http/openapi/describe-records'

export const describeExpenses = describeRecords(
  expenses,
  { one: 'expense', a: 'an expense', many: 'expenses' },
  {
    list: "Newest first. `day` is the calendar day of `createdAt` in the store's time zone.",
    create: "It belongs to the day on which it is added, in the store's time zone.",
    update: 'Its day stays what it was.',
  },
)
