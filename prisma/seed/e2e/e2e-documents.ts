import type { E2eDay } from './e2e-days'
import { longText } from './e2e-records'

/** The product and quantity of one line. */
type E2eLine = readonly [product: string, quantity: number]

interface E2eDocument {
  day: E2eDay
  /** The customer or supplier. */
  party: string
  lines: readonly E2eLine[]
  remark?: string
  deleted?: boolean
}

interface E2eSale extends E2eDocument {
  discount?: number
  shippingFees?: number
}

interface E2eExpense {
  day: E2eDay
  /**
   * Minutes after midnight in the shop's time zone, with both ends of a day on purpose. They are few on a
   * day that may be today, so that they are in the past when the shop is seeded.
   */
  minute: number
  name: string
  category: string
  amount: number
  description?: string
  deleted?: boolean
}

/** Their ids follow this order. */
export const sales: readonly E2eSale[] = [
  { day: 'lastYear', party: 'Alice Archer', lines: [['Espresso Beans', 10]] },
  {
    day: 'lastMonth',
    party: 'Bob Baker',
    lines: [
      ['Filter Beans', 3],
      ['Green Tea', 2],
    ],
    discount: 5.5,
  },
  { day: 'lastMonth', party: 'Dana Gone', lines: [['Kettle', 1]], shippingFees: 7.25 },
  {
    day: 'firstOfMonth',
    party: 'Alice Archer',
    lines: [
      ['Old Teapot', 1],
      ['Pumpkin Mug', 4],
    ],
    remark: 'Two of these products are special',
  },
  { day: 'firstOfMonth', party: 'Walk-in', lines: [['Black Tea', 3]] },
  { day: 'yesterday', party: 'Carla Cruz', lines: [['Kettle', 2]] },
  { day: 'yesterday', party: 'Walk-in', lines: [['Mug', 5]], remark: 'Sold below zero' },
  {
    day: 'today',
    party: 'Walk-in',
    lines: [
      ['Espresso Beans', 2],
      ['Green Tea', 1],
    ],
  },
  {
    day: 'today',
    party: 'Bob Baker',
    lines: [['Whisk', 1]],
    discount: 50,
    remark: 'A discount beyond the subtotal',
  },
  {
    day: 'today',
    party: "Erin O'Neil",
    lines: [['Filter Beans', 3]],
    discount: 0.01,
    shippingFees: 4.99,
    remark: longText,
  },
  {
    day: 'today',
    party: 'Alice Archer',
    lines: [
      ['Espresso Beans', 1],
      ['Green Tea', 2],
      ['Espresso Beans', 2],
    ],
    remark: 'The same product twice',
  },
  { day: 'today', party: 'Carla Cruz', lines: [['Grinder', 5]], deleted: true },
  {
    day: 'today',
    party: '<b>Frank</b> & Sons',
    lines: [
      ['Espresso Beans', 1],
      ['Filter Beans', 1],
      ['Green Tea', 1],
      ['Pumpkin Mug', 1],
      ['Grinder', 1],
    ],
    discount: 100.1,
    shippingFees: 12.35,
  },
]

/** Their ids follow this order. */
export const purchases: readonly E2eDocument[] = [
  { day: 'lastYear', party: 'Bean Brothers', lines: [['Espresso Beans', 20]] },
  {
    day: 'lastMonth',
    party: 'Leaf Limited',
    lines: [
      ['Green Tea', 10],
      ['Black Tea', 5],
    ],
  },
  {
    day: 'firstOfMonth',
    party: 'Bean Brothers',
    lines: [['Espresso Beans', 24]],
    remark: longText,
  },
  { day: 'yesterday', party: 'Gone Goods', lines: [['Pumpkin Mug', 10]] },
  {
    day: 'today',
    party: 'Leaf Limited',
    lines: [
      ['Green Tea', 6],
      ['Filter Beans', 6],
    ],
    remark: 'Both cartons whole',
  },
  { day: 'today', party: 'Kettle & Co', lines: [['Scale', 50]], deleted: true },
]

/** Manual stock corrections of today. */
export const adjustments: readonly { product: string; delta: number }[] = [
  { product: 'Black Tea', delta: -5 },
  { product: 'Scale', delta: -3 },
]

/** Their ids follow this order. */
export const expenses: readonly E2eExpense[] = [
  { day: 'lastYear', minute: 600, name: 'Rent', category: 'Rent', amount: 500 },
  { day: 'lastMonth', minute: 600, name: 'Rent', category: 'Rent', amount: 800 },
  { day: 'lastMonth', minute: 660, name: 'Electricity', category: 'Power', amount: 120 },
  { day: 'firstOfMonth', minute: 4, name: 'Rent', category: 'Rent', amount: 800 },
  { day: 'yesterday', minute: 720, name: 'Paper bags', category: 'Supplies', amount: 35 },
  { day: 'yesterday', minute: 1439, name: 'Late courier', category: 'Supplies', amount: 15 },
  { day: 'today', minute: 0, name: 'Night delivery', category: 'Supplies', amount: 20 },
  {
    day: 'today',
    minute: 1,
    name: 'Till rolls',
    category: 'Supplies',
    amount: 45,
    description: 'Two boxes',
  },
  { day: 'today', minute: 2, name: 'Cake', category: 'Parties', amount: 60 },
  { day: 'today', minute: 3, name: 'Typed twice', category: 'Power', amount: 999, deleted: true },
]
