import type { ContactDraft } from '../bulk-load/records'

interface Deletable {
  deleted?: boolean
}

interface E2eProduct extends Deletable {
  name: string
  category: string
  price: number
  cost: number
  opening: number
  description?: string
}

const longName =
  'The Very Long Name of a Customer or Product That Somebody Typed Without Ever Stopping to Think of the Width of a Column'
export const longText = `${'A remark that goes on and on, as remarks do. '.repeat(12)}The end.`

/** Thirteen existing customers, to fill a second page, and a deleted one. Their ids follow this order. */
export const customers: readonly (ContactDraft & Deletable)[] = [
  { name: 'Walk-in' },
  {
    name: 'Alice Archer',
    email: 'alice@shop.example',
    phone: '(555) 010-0001',
    address: '1 Elm Street',
  },
  { name: 'Bob Baker', email: 'bob@shop.example' },
  { name: 'Carla Cruz', phone: '(555) 010-0003' },
  { name: 'Dana Gone', email: 'dana@shop.example', deleted: true },
  { name: "Erin O'Neil", address: '5 Elm Street' },
  { name: '<b>Frank</b> & Sons', email: 'frank@shop.example' },
  { name: 'Zoë Çelik 北京', email: 'zoe@shop.example' },
  { name: longName, email: 'long@shop.example' },
  { name: 'Gail Green', email: 'gail@shop.example', phone: '(555) 010-0009' },
  { name: 'Hal Hunt', email: 'hal@shop.example', phone: '(555) 010-0010' },
  { name: 'Ida Ives', email: 'ida@shop.example', phone: '(555) 010-0011' },
  { name: 'Jon Jett', email: 'jon@shop.example', phone: '(555) 010-0012' },
  { name: 'Kim King', email: 'kim@shop.example', phone: '(555) 010-0013' },
]

export const suppliers: readonly (ContactDraft & Deletable)[] = [
  {
    name: 'Bean Brothers',
    email: 'beans@supply.example',
    phone: '(555) 010-0101',
    address: '1 Dock Road',
  },
  { name: 'Leaf Limited' },
  { name: 'Gone Goods', email: 'gone@supply.example', deleted: true },
  { name: 'Kettle & Co', phone: '(555) 010-0104' },
]

export const categories: readonly ({ name: string } & Deletable)[] = [
  { name: 'Coffee' },
  { name: 'Tea' },
  { name: 'Kitchen' },
  { name: 'Seasonal', deleted: true },
]

export const expenseCategories: readonly ({ name: string } & Deletable)[] = [
  { name: 'Rent' },
  { name: 'Power' },
  { name: 'Supplies' },
  { name: 'Parties', deleted: true },
]

/** Twelve existing products and two deleted ones. One of the deleted ones has movements. */
export const products: readonly E2eProduct[] = [
  {
    name: 'Espresso Beans',
    category: 'Coffee',
    price: 20,
    cost: 12,
    opening: 100,
    description: 'Dark roast, 1 kg',
  },
  { name: 'Filter Beans', category: 'Coffee', price: 15, cost: 9, opening: 50 },
  { name: 'Green Tea', category: 'Tea', price: 8, cost: 4, opening: 30 },
  { name: 'Black Tea', category: 'Tea', price: 7, cost: 3, opening: 12 },
  { name: 'Kettle', category: 'Kitchen', price: 60, cost: 40, opening: 3 },
  { name: 'Mug', category: 'Kitchen', price: 10, cost: 5, opening: 2 },
  { name: 'Pumpkin Mug', category: 'Seasonal', price: 14, cost: 7, opening: 20 },
  { name: longName, category: 'Kitchen', price: 25, cost: 10, opening: 40, description: longText },
  { name: 'Grinder', category: 'Kitchen', price: 1450, cost: 990, opening: 10 },
  { name: 'Scale', category: 'Kitchen', price: 35, cost: 20, opening: 12 },
  { name: 'French Press', category: 'Kitchen', price: 38, cost: 19, opening: 0 },
  { name: 'Whisk', category: 'Kitchen', price: 1, cost: 1, opening: 11 },
  { name: 'Old Teapot', category: 'Kitchen', price: 30, cost: 15, opening: 6, deleted: true },
  { name: 'Broken Scale', category: 'Kitchen', price: 9, cost: 4, opening: 1, deleted: true },
]
